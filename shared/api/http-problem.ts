/** The statuses Loupe's own API answers with when something is wrong. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 500 | 503;

/** An answer that is not what the caller asked for, in words: what happened, where, and what to do. */
export class HttpProblem extends Error {
  readonly status: ProblemStatus;
  readonly code: string;

  constructor(status: ProblemStatus, code: string, message: string) {
    super(message);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
  }
}
