import { ProblemError } from '@colophon/client';

/** A refusal of the server. */
export function problem(status: number, code: string, detail = code, more: Record<string, unknown> = {}): ProblemError {
  return new ProblemError(code, detail, { status, ...more });
}
