import { ProblemError } from '@colophon/client';

/** An error, as the server words it. */
export interface EditorProblem {
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
  readonly requestId: string | null;
  /** Errors of fields; `pointer` is a JSON pointer such as `/title`. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** The complete problem document, with its extensions. */
  readonly problem: Readonly<Record<string, unknown>> | null;
}

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
