import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer that is not what the caller asked for, in words: what happened, where, and what to do. */
export class HttpProblem extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
  }
}
