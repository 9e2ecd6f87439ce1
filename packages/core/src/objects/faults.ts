import type { FieldFault } from '@colophon/contract';
import type { z } from 'zod';

/**
 * Turns zod's issues into faults that name the part by JSON pointer, as every input of an operation is refused.
 *
 * @param base stands before each pointer
 * @example
 * const result = z.strictObject({ pages: z.int() }).safeParse({ pages: 'many' });
 * if (!result.success) throw ValidationError.of(faultsOf(result.error));
 */
export function faultsOf(error: z.ZodError, base = ''): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const pointer = base + issue.path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ pointer: `${pointer}/${key}`, code: 'unknown_field', detail: 'there is no such field' }));
    }
    return [{ pointer, code: codeOf(issue), detail: issue.message }];
  });
}

function codeOf(issue: z.core.$ZodIssue): string {
  // zod keeps the input to itself; its message says what it was.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'required';
  return issue.code === 'invalid_value' ? 'not_one_of' : issue.code;
}
