import type { FieldFault } from '@colophon/contract';
import type { z } from 'zod';
import { plainMessage } from './plain-message.ts';

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

/** The result of a validation: the converted value, or the faults. */
export type Validated<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly faults: FieldFault[] };

const PLAINLY = { error: plainMessage } as const;

/**
 * Validates a value with a schema. Faults are worded plainly, unless the schema words them itself.
 *
 * @param base prefix of each pointer
 * @example
 * const result = validate(z.strictObject({ pages: z.int() }), { pages: 'many' });
 * if (!result.success) throw ValidationError.of(result.faults);
 * // /pages: must be a whole number
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, base = ''): Validated<z.output<S>> {
  const result = schema.safeParse(value, PLAINLY);
  return result.success ? result : { success: false, faults: faultsOf(result.error, base) };
}

function codeOf(issue: z.core.$ZodIssue): string {
  // zod does not expose the input; the message describes it.
  if (issue.code === 'invalid_type' && /(received undefined|^is required)$/.test(issue.message)) return 'required';
  return issue.code === 'invalid_value' ? 'not_one_of' : issue.code;
}
