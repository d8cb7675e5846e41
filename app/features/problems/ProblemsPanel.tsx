/** Drawn here as soon as its feature is. */
export function ProblemsPanel() {
  return null;
}
