/** Days from 1970-01-01 to a date of the Gregorian calendar. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|UTC|[+-]\d{2}:?(?:\d{2})?)?)?$/;

/**
 * Milliseconds since the epoch of a time as transcripts write it: ISO 8601 (UTC where no zone is given), or a number of
 * seconds, milliseconds, microseconds or nanoseconds, told apart by its size. Null for anything else.
 */
export function readTime(value: unknown): number | null {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string' || value.length > 40) return null;
  if (/^\d{9,19}(\.\d+)?$/.test(value)) return ofNumber(Number(value));
  const parts = ISO.exec(value);
  if (!parts) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = parts;
  const days = daysFromEpoch(Number(year), Number(month), Number(day));
  const seconds = days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return seconds * 1000 + Math.trunc(Number(`0.${fraction || '0'}`) * 1000 + 1e-6) - offsetOf(zone);
}

function offsetOf(zone: string): number {
  if (zone === '' || zone === 'Z' || zone === 'z' || zone === 'UTC') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0');
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

function ofNumber(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value < 1e11) return Math.round(value * 1000);
  if (value < 1e14) return Math.round(value);
  return value < 1e17 ? Math.round(value / 1000) : Math.round(value / 1_000_000);
}

/** Milliseconds between two times; null when one is missing or they run backwards. */
export function between(from: number | null, to: number | null): number | null {
  return from !== null && to !== null && to >= from ? to - from : null;
}
