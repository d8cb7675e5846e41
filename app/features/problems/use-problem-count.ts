import { useProblems } from '../../store/hooks.ts';

export interface ProblemCount {
  /** Errors and warnings; notes do not count. */
  total: number;
  errors: number;
}

/** How many problems the next request has, for the badge of the drawer tab. */
export function useProblemCount(): ProblemCount {
  const problems = useProblems();
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.filter((problem) => problem.severity === 'warning').length;
  return { total: errors + warnings, errors };
}
