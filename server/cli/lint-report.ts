import type { Problem } from '../../shared/messages/lint.ts';

/** How the problems of a request read in a terminal. */

function line(problem: Problem): string {
  const marks = [
    ...(problem.first ? ['reported first by the API'] : []),
    ...(problem.assumed ? ['predicted'] : []),
    ...(problem.fixable ? ['fixable'] : []),
  ];
  const path = problem.path === '' ? '(the request)' : problem.path;
  const note = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  const api = problem.api ? `\n    API: ${problem.api.status} ${problem.api.type}: ${problem.api.message}` : '';
  return `  ${path}  ${problem.severity}  ${problem.rule}${note}\n    ${problem.message}${api}\n`;
}

function counted(problems: readonly Problem[], severity: Problem['severity'], name: string): string {
  const count = problems.filter((problem) => problem.severity === severity).length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function totals(problems: readonly Problem[]): string {
  const notes = problems.some(({ severity }) => severity === 'info') ? `, ${counted(problems, 'info', 'note')}` : '';
  return `${counted(problems, 'error', 'error')}, ${counted(problems, 'warning', 'warning')}${notes}`;
}

/** All problems of a file, and what to do next. Ends with a line break. */
export function report(problems: readonly Problem[], name: string): string {
  if (problems.length === 0) return `${name}: no problems\n`;
  const fixable = problems.filter((problem) => problem.fixable && problem.severity === 'error').length;
  const hint = fixable > 0 ? `; --fix repairs ${fixable} of them` : '';
  return `${name}\n${problems.map(line).join('')}${totals(problems)}${hint}\n`;
}

/** What `--fix` did and what it left; '' when there is nothing to tell. */
export function summary(fixed: readonly string[], remaining: readonly Problem[]): string {
  const done = fixed.length > 0 ? `repaired: ${fixed.join(', ')}\n` : '';
  return remaining.length > 0 ? `${done}${remaining.map(line).join('')}left: ${totals(remaining)}\n` : done;
}
