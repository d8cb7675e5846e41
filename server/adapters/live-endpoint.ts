import type { SetupChange, SetupReply } from '../../shared/api/contract.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

/** The environment's part, read once at the start. */
export interface LiveEnvironment {
  ANTHROPIC_API_KEY?: string | undefined;
  /** What some gateways call their key; used when there is no ANTHROPIC_API_KEY. */
  ANTHROPIC_AUTH_TOKEN?: string | undefined;
  ANTHROPIC_BASE_URL?: string | undefined;
  /** Lines of `name: value`, which the SDK adds to each call. */
  ANTHROPIC_CUSTOM_HEADERS?: string | undefined;
}

export interface LiveTarget {
  baseUrl: string;
  /** Null when there is none that may go to this address. */
  apiKey: string | null;
  /** The environment's extra headers may go along too. */
  ownHeaders: boolean;
}

/**
 * Where `live` requests go and with which key. Keys live here, in memory, and nowhere else. The environment's
 * key goes to the environment's address only; changing the address forgets a typed key, so that no key ever
 * reaches an address it was not meant for.
 */
export class LiveEndpoint {
  readonly #environment: LiveEnvironment;
  #typedKey: string | null = null;
  #typedUrl: string | null = null;

  constructor(environment: LiveEnvironment) {
    this.#environment = environment;
  }

  /** For the next request. */
  target(): LiveTarget {
    const baseUrl = this.#typedUrl ?? this.#ownUrl();
    const own = baseUrl === this.#ownUrl();
    return { baseUrl, apiKey: this.#typedKey ?? (own ? this.#ownKey() : null), ownHeaders: own };
  }

  /** What the page may know. A key's value never travels back. */
  reply(): SetupReply {
    const { baseUrl, apiKey } = this.target();
    const source = apiKey === null ? null : this.#typedKey === null ? 'env' : 'typed';
    return { key: { present: apiKey !== null, source }, baseUrl: { value: baseUrl, source: this.#urlSource() } };
  }

  /**
   * Takes over what a person typed: the address first, then the key. Empty strings go back to the environment.
   * @throws HttpProblem 400 for an address that is none or that holds a password; then nothing is changed.
   */
  change({ apiKey, baseUrl }: SetupChange): void {
    const key = apiKey === undefined ? undefined : checkKey(apiKey);
    if (baseUrl !== undefined) this.#setUrl(baseUrl === '' ? null : normalUrl(baseUrl));
    if (key !== undefined) this.#typedKey = key === '' ? null : key;
  }

  /** Names and values that must never be stored or shown. */
  secrets(): [name: string, value: string][] {
    const named: [string, string | null | undefined][] = [
      ['API key', this.#typedKey],
      ['ANTHROPIC_API_KEY', this.#environment.ANTHROPIC_API_KEY],
      ['ANTHROPIC_AUTH_TOKEN', this.#environment.ANTHROPIC_AUTH_TOKEN],
      ...this.customHeaders().map(([name, value]): [string, string] => [name, value]),
    ];
    return named.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  }

  /** The headers that the SDK reads from the environment by itself. */
  customHeaders(): [name: string, value: string][] {
    const lines = (this.#environment.ANTHROPIC_CUSTOM_HEADERS ?? '').split('\n');
    return lines
      .map((line) => [line, line.indexOf(':')] as const)
      .filter(([, colon]) => colon > 0)
      .map(([line, colon]) => [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }

  #setUrl(url: string | null): void {
    const before = this.target().baseUrl;
    this.#typedUrl = url;
    if (this.target().baseUrl !== before) this.#typedKey = null;
  }

  #ownUrl(): string {
    const given = this.#environment.ANTHROPIC_BASE_URL?.trim();
    return given ? withoutSlash(given) : DEFAULT_BASE_URL;
  }

  #ownKey(): string | null {
    return this.#environment.ANTHROPIC_API_KEY?.trim() || this.#environment.ANTHROPIC_AUTH_TOKEN?.trim() || null;
  }

  #urlSource(): SetupReply['baseUrl']['source'] {
    if (this.#typedUrl !== null) return 'typed';
    return this.#environment.ANTHROPIC_BASE_URL?.trim() ? 'env' : 'default';
  }
}

function normalUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw badUrl('it is no address');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw badUrl(`it begins with ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw badUrl('it holds a user name or password');
  if (url.search !== '' || url.hash !== '') throw badUrl('it has a query or a fragment');
  return withoutSlash(url.href);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function badUrl(why: string): HttpProblem {
  return new HttpProblem(
    400,
    'bad-base-url',
    `The base URL cannot be used: ${why}. Give the address in front of /v1/messages, such as ${DEFAULT_BASE_URL}.`,
  );
}

/** A header value holds visible ASCII only; anything else would fail at the first request, far from here. */
function checkKey(text: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw new HttpProblem(400, 'bad-api-key', 'The API key holds blanks or characters that no key has. Copy it again.');
}
