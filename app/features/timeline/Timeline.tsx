/** Drawn here as soon as its feature is. */
export function Timeline() {
  return null;
}
