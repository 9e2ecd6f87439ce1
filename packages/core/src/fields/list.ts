import { z } from 'zod';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions, NeedsValue } from './field.ts';
import { makeField } from './make-field.ts';

export interface ListOptions extends FieldOptions<readonly string[]> {
  maxItems?: number;
}

/** The item of a list field: a text field's schema, nothing else of it. */
export interface ListItem {
  readonly kind: string;
  readonly schema: z.ZodType;
}

/**
 * Declares a list of texts, empty by default and never null.
 *
 * @example
 * tags: list(text())   // string[]
 */
export function list<const O extends ListOptions>(item?: ListItem, options?: O): Field<string[], NeedsValue<O>>;
export function list(_item?: ListItem, options: ListOptions = {}): Field {
  const item = z.string().refine(isStorableText, { error: UNSTORABLE_TEXT });
  const schema = z.array(item).max(options.maxItems ?? 1000);
  return makeField({ kind: 'list', schema }, { default: [], ...options });
}
