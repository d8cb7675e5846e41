/** Round values from 0 to at least `max` for an axis with about `count` lines. `max` itself is always covered. */
export function niceTicks(max: number, count: number): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const whole = Math.max(1, step);
  return Array.from({ length: Math.ceil(max / whole) + 1 }, (_, index) => index * whole);
}

/** Places (from 1) on an axis of `length` items that get a label: first, last, and evenly between. */
export function labelledPlaces(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index + 1);
  const step = Math.ceil((length - 1) / (most - 1));
  const places = Array.from({ length: Math.ceil(length / step) }, (_, index) => 1 + index * step);
  if (places.at(-1) !== length) {
    if (length - (places.at(-1) ?? 0) < step / 2) places.pop();
    places.push(length);
  }
  return places;
}
