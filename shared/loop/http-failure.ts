/** Statuses the official SDK tries again: `shouldRetry` in its client.ts. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** What is said of an answer that came from something else, such as a proxy in between. */
export function noEnvelope(status: number): { type: string; message: string } {
  return {
    type: 'api_error',
    message: `HTTP ${status} without the API's error envelope. Is the address in Setup a Messages API?`,
  };
}
