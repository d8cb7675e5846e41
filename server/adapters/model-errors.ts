const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The server's own word on trying again; null when it says nothing. */
export function shouldRetry(headers: Headers | undefined): boolean | null {
  const value = headers?.get('x-should-retry');
  return value === 'true' ? true : value === 'false' ? false : null;
}

/**
 * Milliseconds asked for by `retry-after-ms`, else by `retry-after` (seconds or an HTTP date); null for none and
 * for values the official SDK ignores as well. A date counts from the answer's own `date`, so that a wrong
 * clock on either side does no harm.
 *
 * @param now milliseconds since the epoch, for an answer without a date
 */
export function retryAfterMs(headers: Headers | undefined, now: number): number | null {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (!Number.isNaN(exact)) return usable(exact);
  const text = headers?.get('retry-after') ?? '';
  const seconds = Number.parseFloat(text);
  if (!Number.isNaN(seconds)) return usable(seconds * 1000);
  const sent = Date.parse(headers?.get('date') ?? '');
  return usable(Date.parse(text) - (Number.isNaN(sent) ? now : sent));
}

function usable(ms: number): number | null {
  return ms > 0 && ms <= LONGEST_WAIT_MS ? ms : null;
}

/** The innermost reason of a failed fetch, in words; never an address or header, which may hold a key. */
export function describeCause(error: unknown): string {
  const chain = causesOf(error);
  const coded = chain.find((cause) => REASONS.has(codeOf(cause)));
  if (coded !== undefined) return REASONS.get(codeOf(coded)) ?? '';
  const code = chain.map(codeOf).find((value) => value !== '');
  if (code !== undefined) return code;
  const innermost = chain.at(-1);
  return innermost instanceof Error ? innermost.message.replace(/\.$/, '') : 'the connection failed';
}

const REASONS = new Map([
  ['ECONNREFUSED', 'nothing listens at that address (ECONNREFUSED)'],
  ['ENOTFOUND', 'the host name is not known (ENOTFOUND)'],
  ['EAI_AGAIN', 'the host name could not be looked up (EAI_AGAIN)'],
  ['ECONNRESET', 'the other side closed it (ECONNRESET)'],
  ['UND_ERR_SOCKET', 'the other side closed it'],
  ['ETIMEDOUT', 'the connection timed out (ETIMEDOUT)'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection timed out'],
  ['UND_ERR_HEADERS_TIMEOUT', 'no answer began in time'],
  ['UND_ERR_BODY_TIMEOUT', 'nothing more arrived in time'],
  ['EHOSTUNREACH', 'the host cannot be reached (EHOSTUNREACH)'],
  ['ENETUNREACH', 'the network cannot be reached (ENETUNREACH)'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate is not trusted (set NODE_EXTRA_CA_CERTS)'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is not trusted (set NODE_EXTRA_CA_CERTS)'],
]);

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null && !chain.includes(cause);) {
    chain.push(cause);
    cause = firstInner(cause);
  }
  return chain;
}

/** `cause`, or the first of several tries at several addresses. */
function firstInner(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if (error.cause !== undefined) return error.cause;
  return error instanceof AggregateError ? error.errors[0] : undefined;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}
