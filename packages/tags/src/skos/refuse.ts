import { ValidationError } from '@colophon/core';

/** The error for a part of a document that cannot be taken, by its JSON pointer. */
export function refuse(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}

/** A pointer one step deeper (RFC 6901 §3). */
export function below(pointer: string, part: string | number): string {
  return `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
