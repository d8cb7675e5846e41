import { errorTypeOf } from './http-errors.ts';

/** An error as the Messages API gives it. */
export interface Fault {
  status: number;
  type: string;
  message: string;
  details?: Record<string, unknown>;
}

export function fault(status: number, message: string, details?: Record<string, unknown>): Fault {
  return { status, type: errorTypeOf(status), message, ...(details === undefined ? {} : { details }) };
}
