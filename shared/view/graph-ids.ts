/** How many pair colours there are; the page's tokens are `--pair-1` to `--pair-6`. */
export const PAIR_HUES = 6;

/** Colour number (from 0) of the call at this place among the calls of one message. */
export function pairHue(place: number): number {
  return place % PAIR_HUES;
}

/** What the graph needs to know of a call to name it. */
export interface Named {
  toolUseId: string;
  name: string;
}

export interface CallLabel {
  /** Four characters derived from the `tool_use` id, different for every call of the message. */
  tag: string;
  /** Two digits, 1-based; null while the tool's name stands only once in the message. */
  ordinal: string | null;
  hue: number;
}

/**
 * Labels for the calls of one message, in array order. The tag is the end of the id (ids of one answer share
 * their beginning); where two ends are equal the place stands instead.
 */
export function callLabels(calls: readonly Named[]): CallLabel[] {
  const tags = calls.map((call) => [...call.toolUseId].slice(-4).join(''));
  const names = new Map<string, number>();
  for (const call of calls) names.set(call.name, (names.get(call.name) ?? 0) + 1);
  return calls.map((call, place) => {
    const tag = tags[place] ?? '';
    const unique = tag.trim() !== '' && tags.indexOf(tag) === tags.lastIndexOf(tag);
    const ordinal = String(place + 1).padStart(2, '0');
    return {
      tag: unique ? tag : ordinal,
      ordinal: (names.get(call.name) ?? 0) > 1 ? ordinal : null,
      hue: pairHue(place),
    };
  });
}
