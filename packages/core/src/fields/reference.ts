import { z } from 'zod';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions, NeedsValue, ReferenceTarget, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

/** Anything with a table: an object class. */
export interface HasTable {
  readonly tableName: string;
}

export interface ReferenceOptions extends FieldOptions<string> {
  /** What happens to this record when the target is deleted; `restrict` by default. */
  onDelete?: ReferenceTarget['onDelete'];
}

/**
 * Declares a reference to another record by its key, enforced by the database. The target is a table name, or a thunk so that two classes
 * can refer to each other.
 *
 * @example
 * contentId: reference(() => Content, { required: true, onDelete: 'cascade' })
 */
export function reference<const O extends ReferenceOptions>(
  target: string | (() => HasTable),
  options?: O,
): Field<ValueUnder<string, O>, NeedsValue<O>>;
export function reference(target: string | (() => HasTable), options: ReferenceOptions = {}): Field {
  const named = typeof target === 'string' ? undefined : target;
  const table = typeof target === 'string' ? () => target : () => target().tableName;
  const schema = z.string().min(1).refine(isStorableText, { error: UNSTORABLE_TEXT });
  return makeField({ kind: 'reference', schema, reference: { table, named, onDelete: options.onDelete ?? 'restrict' } }, options);
}
