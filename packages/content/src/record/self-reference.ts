import { ValidationError } from '@colophon/core';

/**
 * The error for a record that refers to itself. Callers branch on it, so its code is the code of the error.
 *
 * @param pointer of the field, such as `/target_id`
 */
export function selfReference(pointer: string): ValidationError {
  const detail = 'must be another record';
  return new ValidationError(`${pointer.slice(1)}: ${detail}`, {
    code: 'self_reference',
    errors: [{ pointer, code: 'self_reference', detail }],
  });
}
