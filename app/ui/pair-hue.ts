const HUES = 6;

/** CSS colour of the pair at this place (from 0) among the calls of one message; the seventh repeats the first. */
export function pairHue(index: number): string {
  return `var(--pair-${(index % HUES) + 1})`;
}

/** The last four characters of a `tool_use` id: enough to tell the calls of one message apart. */
export function shortId(toolUseId: string): string {
  const points = [...toolUseId];
  return points.slice(-4).join('');
}
