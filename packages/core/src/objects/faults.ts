import type { FieldFault } from '@colophon/contract';
import type { z } from 'zod';

/**
 * Converts zod's issues to faults that name the invalid part by JSON pointer, as for every input of an operation.
 *
 * @param base prefix of each pointer
 * @example
 * const result = z.strictObject({ pages: z.int() }).safeParse({ pages: 'many' });
 * if (!result.success) throw ValidationError.of(faultsOf(result.error));
 */
export function faultsOf(error: z.ZodError, base = ''): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const pointer = base + issue.path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ pointer: `${pointer}/${key}`, code: 'unknown_field', detail: 'the field does not exist' }));
    }
    const code = codeOf(issue);
    return [{ pointer, code, detail: code === 'required' ? 'is required' : issue.message }];
  });
}

function codeOf(issue: z.core.$ZodIssue): string {
  // zod does not expose the input; its message describes it.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'required';
  return issue.code === 'invalid_value' ? 'not_one_of' : issue.code;
}
