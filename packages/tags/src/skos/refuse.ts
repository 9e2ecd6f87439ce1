import { ValidationError } from '@colophon/core';

/** Returns the error for an unsupported part of a document, by its JSON pointer. */
export function refuse(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}

/** Appends a step to a pointer (RFC 6901 §3). */
export function below(pointer: string, part: string | number): string {
  return `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
