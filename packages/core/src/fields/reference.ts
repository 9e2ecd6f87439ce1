import { z } from 'zod';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions, NeedsValue, ReferenceTarget, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

/** Anything with a table: an object class. The type of a thunk whose class refers to itself, see {@link reference}. */
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
 * A class that refers to itself, and two that refer to each other, state the type of the thunk: TypeScript would otherwise need the class to
 * know the type of its own base, and gives up on all its fields (TS2506): `parent: reference((): HasTable => Chapter)`.
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
