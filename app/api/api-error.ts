import type { RefusalReply } from '../../shared/api/contract.ts';

/** The server's refusal of a command (409), with what it says about where the branch is now. */
export class RefusalError extends Error {
  readonly refusal: RefusalReply['error'];
  constructor(refusal: RefusalReply['error']) {
    super(refusal.message);
    this.name = 'RefusalError';
    this.refusal = refusal;
  }
}

/** Any other failed call. `status` 0 means that the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}
