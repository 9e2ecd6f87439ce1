import { z } from 'zod';
import { UsageError } from '../errors/errors.ts';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions, NeedsValue } from './field.ts';
import { makeField } from './make-field.ts';

export interface ListOptions extends FieldOptions<readonly string[]> {
  maxItems?: number;
}

/** The item of a list field: a text field, of which only the values, lengths, pattern and fold apply. */
export type ListItem = Pick<Field, 'kind' | 'schema' | 'values' | '_value'> & Partial<Pick<Field, 'fold'>>;

type ItemOf<I> = I extends { readonly _value?: infer Value } ? Extract<Value, string> : string;

/**
 * Declares a list of texts, empty by default and never null.
 *
 * @example
 * tags: list(text())                                   // string[]
 * channels: list(text({ values: ['web', 'email'] }))   // ('web' | 'email')[]
 */
export function list<const I extends ListItem = ListItem, const O extends ListOptions = ListOptions>(
  item?: I,
  options?: O,
): Field<ItemOf<I>[], NeedsValue<O>>;
export function list(item?: ListItem, options: ListOptions = {}): Field {
  if (item && item.kind !== 'text') throw new UsageError(`A list contains texts: use list(text()), not a list of ${item.kind}.`);
  const schema = z.array(itemSchema(item)).max(options.maxItems ?? 1000);
  return makeField({ kind: 'list', schema, values: item?.values, fold: item?.fold }, { default: [], ...options });
}

function itemSchema(item: ListItem | undefined): z.ZodType {
  if (!item) return z.string().refine(isStorableText, { error: UNSTORABLE_TEXT });
  // An item is never null, although a text field without options is nullable.
  return item.schema instanceof z.ZodNullable ? (item.schema.unwrap() as z.ZodType) : item.schema;
}
