/** Drawn here as soon as its feature is. */
export function GraphPanel() {
  return null;
}
