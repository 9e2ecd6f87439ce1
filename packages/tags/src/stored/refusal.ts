import { ValidationError } from '@colophon/core';

/**
 * Returns the error of a rule that programs branch on: the problem has its code, and the details name the field.
 *
 * @param fieldCode the code in the details, if that is more general
 * @example
 * refusal('/parent_slug', 'cycle', 'a cannot be its own parent') // 422 {code: 'cycle', errors: [{pointer: '/parent_slug', …}]}
 */
export function refusal(pointer: string, code: string, detail: string, fieldCode = code): ValidationError {
  return new ValidationError(`${pointer.slice(1) || 'input'}: ${detail}`, { code, errors: [{ pointer, code: fieldCode, detail }] });
}
