import { ProblemError } from '@colophon/client';

/** Returns an error response of the server. */
export function problem(status: number, code: string, detail = code, more: Record<string, unknown> = {}): ProblemError {
  return new ProblemError(code, detail, { status, ...more });
}
