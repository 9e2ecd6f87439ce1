import { z } from 'zod';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions, NeedsValue, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

export interface TextOptions<Value extends string = string> extends FieldOptions<Value> {
  /** The allowed values; any other is rejected. */
  values?: readonly Value[];
  minLength?: number;
  /** In UTF-16 code units. */
  maxLength?: number;
  pattern?: RegExp;
  /** A description of valid values for the error when a value does not match the pattern, such as `an http or https address`. */
  patternHint?: string;
  /**
   * Normalizes a text before it is validated, and every text that the field is compared with in a filter, so that a record is found under
   * every spelling that is stored as one. Folding twice must give the same as folding once.
   */
  fold?: (text: string) => string;
}

/**
 * Declares a text field.
 *
 * @example
 * title: text({ required: true, maxLength: 500 })                    // string, must be given
 * status: text({ values: ['draft', 'published'], default: 'draft' }) // 'draft' | 'published'
 * summary: text()                                                    // string | null
 * code: text({ fold: (given) => given.trim().toLowerCase() })        // 'AB ' is stored as 'ab', and found as 'Ab'
 */
export function text<const Value extends string, const O extends TextOptions<Value> & { values: readonly Value[] }>(
  options: O & { values: readonly Value[] },
): Field<ValueUnder<O['values'][number], O>, NeedsValue<O>>;
export function text<const O extends TextOptions>(options?: O): Field<ValueUnder<string, O>, NeedsValue<O>>;
export function text(options: TextOptions = {}): Field {
  return makeField({ kind: 'text', schema: textSchema(options), values: options.values, fold: options.fold }, options);
}

function textSchema(options: TextOptions): z.ZodType {
  if (options.values) return z.enum(options.values as [string, ...string[]]);
  let schema = z.string();
  if (options.fold) schema = schema.overwrite(options.fold);
  const least = options.minLength ?? (options.required ? 1 : undefined);
  if (least === 1) schema = schema.min(least, 'must not be empty');
  else if (least !== undefined) schema = schema.min(least);
  if (options.maxLength !== undefined) schema = schema.max(options.maxLength);
  if (options.pattern)
    schema = schema.regex(options.pattern, options.patternHint === undefined ? undefined : `must be ${options.patternHint}`);
  if (options.required && options.minLength === undefined) schema = schema.refine(isNotBlank, { error: 'must not be blank' });
  return schema.refine(isStorableText, { error: UNSTORABLE_TEXT });
}

function isNotBlank(value: string): boolean {
  return value === '' || value.trim() !== '';
}
