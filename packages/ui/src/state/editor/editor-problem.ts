import { ProblemError } from '@colophon/client';
import type { EditorProblem } from './editor-snapshot.ts';

/** Converts an error to what an editor shows of it. */
export function problemOf(error: unknown): EditorProblem {
  if (!ProblemError.isInstance(error))
    return {
      code: 'unknown',
      detail: error instanceof Error ? error.message : String(error),
      hint: null,
      requestId: null,
      errors: [],
      problem: null,
    };
  const { code, message, hint, requestId, errors, problem } = error;
  return {
    code,
    detail: message,
    hint: hint ?? null,
    requestId: requestId ?? null,
    errors: errors.map(({ pointer, detail }) => ({ pointer, detail })),
    problem: problem ?? null,
  };
}
