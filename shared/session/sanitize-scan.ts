/** What a private text is; the word also stands in its placeholder. */
export type SecretKind = 'key' | 'token' | 'private key' | 'secret' | 'email' | 'home';

/** A private text from `from` (inclusive) to `to` (exclusive), in UTF-16 units. */
export interface SecretPlace {
  kind: SecretKind;
  from: number;
  to: number;
}

/** Keys that say by their form what they are. `least`: characters behind the prefix. */
const PREFIXES: readonly { prefix: string; kind: SecretKind; least: number }[] = [
  { prefix: 'sk-', kind: 'key', least: 20 },
  { prefix: 'pk-', kind: 'key', least: 20 },
  { prefix: 'AKIA', kind: 'key', least: 16 },
  { prefix: 'ASIA', kind: 'key', least: 16 },
  { prefix: 'ghp_', kind: 'token', least: 30 },
  { prefix: 'gho_', kind: 'token', least: 30 },
  { prefix: 'ghu_', kind: 'token', least: 30 },
  { prefix: 'ghs_', kind: 'token', least: 30 },
  { prefix: 'ghr_', kind: 'token', least: 30 },
  { prefix: 'github_pat_', kind: 'token', least: 30 },
  { prefix: 'glpat-', kind: 'token', least: 20 },
  { prefix: 'xoxb-', kind: 'token', least: 20 },
  { prefix: 'xoxp-', kind: 'token', least: 20 },
  { prefix: 'AIza', kind: 'key', least: 30 },
  { prefix: 'npm_', kind: 'token', least: 30 },
  { prefix: 'hf_', kind: 'token', least: 30 },
  { prefix: 'eyJ', kind: 'token', least: 40 },
];

/** Names whose value is a secret, in a text (`api_key = …`) and as a key of an object. */
const NAMES = ['password', 'passwd', 'secret', 'token', 'api_key', 'apikey', 'api-key', 'access_key', 'private_key'];
/** Ends of names that count things called tokens. */
const COUNTS = ['tokens', 'max_token'];

const MOST_SECRET = 4096;

/** Private texts of a string, from left to right, none inside another. One pass, no backtracking. */
export function secretsIn(text: string, key: string | null): SecretPlace[] {
  if (key !== null && isSecretName(key) && text.length >= 8 && text.length <= MOST_SECRET && !/\s/u.test(text)) {
    return [{ kind: 'secret', from: 0, to: text.length }];
  }
  const places: SecretPlace[] = [];
  for (let at = 0; at < text.length;) {
    const place = isStart(text, at) ? startingAt(text, at) : mailAt(text, at);
    if (place && place.from >= (places.at(-1)?.to ?? 0)) places.push(place);
    at = place ? place.to : at + 1;
  }
  return places;
}

/** Where a word can begin: nothing of it stands before. */
function isStart(text: string, at: number): boolean {
  return at === 0 || !isWord(text.charCodeAt(at - 1));
}

function startingAt(text: string, at: number): SecretPlace | null {
  return (
    pemAt(text, at) ??
    prefixed(text, at) ??
    bearerAt(text, at) ??
    assigned(text, at) ??
    homeAt(text, at) ??
    mailAt(text, at)
  );
}

function prefixed(text: string, at: number): SecretPlace | null {
  for (const { prefix, kind, least } of PREFIXES) {
    if (!text.startsWith(prefix, at)) continue;
    const to = endOf(text, at + prefix.length, isTokenChar);
    if (to - at - prefix.length >= least) return { kind, from: at, to };
  }
  return null;
}

function bearerAt(text: string, at: number): SecretPlace | null {
  if (text.slice(at, at + 7).toLowerCase() !== 'bearer ') return null;
  const to = endOf(text, at + 7, isTokenChar);
  return to - at - 7 >= 16 ? { kind: 'token', from: at + 7, to } : null;
}

const PEM = '-----BEGIN ';

/** A private key in PEM form; one without its end reaches to the end of the text. */
function pemAt(text: string, at: number): SecretPlace | null {
  if (!text.startsWith(PEM, at)) return null;
  const label = text.slice(at, at + 60);
  if (!label.includes('PRIVATE KEY-----')) return null;
  const end = text.indexOf('-----END ', at);
  const close = end < 0 ? -1 : text.indexOf('-----', end + 9);
  return { kind: 'private key', from: at, to: close < 0 ? text.length : close + 5 };
}

/** `name = value` and `"name": "value"`, where the value looks random. */
function assigned(text: string, at: number): SecretPlace | null {
  const nameEnd = endOf(text, at, isNameChar, 64);
  if (nameEnd === at || !isSecretName(text.slice(at, nameEnd))) return null;
  let from = nameEnd;
  while (from < nameEnd + 8 && ' "\'\\:='.includes(text[from] ?? '?')) from += 1;
  if (!/[:=]/u.test(text.slice(nameEnd, from))) return null;
  const to = endOf(text, from, isTokenChar);
  return isRandom(text.slice(from, to)) ? { kind: 'secret', from, to } : null;
}

/** At least twelve characters with many different ones among them, digits and letters. */
function isRandom(text: string): boolean {
  return text.length >= 12 && /\d/u.test(text) && /[A-Za-z]/u.test(text) && new Set(text).size >= 8;
}

const HOMES = ['/home/', '/Users/', 'C:\\Users\\', 'C:\\\\Users\\\\', '/root/'];

/** The folder of a person, with the name in it. */
function homeAt(text: string, at: number): SecretPlace | null {
  const home = HOMES.find((each) => text.startsWith(each, at));
  if (home === undefined) return null;
  if (home === '/root/') return null;
  const to = endOf(text, at + home.length, isNameChar);
  return to > at + home.length ? { kind: 'home', from: at, to } : null;
}

/** An e-mail address is found at its `@`: letters before, a name with a dot behind. */
function mailAt(text: string, at: number): SecretPlace | null {
  if (text[at] !== '@') return null;
  let from = at;
  while (from > 0 && at - from < 64 && isMailChar(text.charCodeAt(from - 1))) from -= 1;
  let to = endOf(text, at + 1, isHostChar, 255);
  while (to > at && (text[to - 1] === '.' || text[to - 1] === '-')) to -= 1;
  const host = text.slice(at + 1, to);
  const dot = host.lastIndexOf('.');
  if (from === at || dot < 1 || !/^[A-Za-z]{2,}$/u.test(host.slice(dot + 1))) return null;
  return { kind: 'email', from, to };
}

function isSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  return !COUNTS.some((count) => lower.endsWith(count)) && NAMES.some((each) => lower.endsWith(each));
}

function endOf(text: string, from: number, holds: (code: number) => boolean, most = MOST_SECRET): number {
  let to = from;
  while (to < text.length && to - from < most && holds(text.charCodeAt(to))) to += 1;
  return to;
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** Letters, digits, `_` `-` `.` `+` `/` `=` `~`. */
function isTokenChar(code: number): boolean {
  return isWord(code) || code === 45 || code === 46 || code === 43 || code === 47 || code === 61 || code === 126;
}

function isNameChar(code: number): boolean {
  return isWord(code) || code === 45 || code === 46;
}

function isMailChar(code: number): boolean {
  return isWord(code) || code === 45 || code === 46 || code === 43 || code === 37;
}

function isHostChar(code: number): boolean {
  return code !== 95 && (isWord(code) || code === 45 || code === 46);
}
