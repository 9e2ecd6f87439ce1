import type { Field } from '@colophon/core';
import { z } from 'zod';

const NAME = /^[a-z0-9][a-z0-9_-]*$/;
const EXPECTED = 'must be letters of a to z, digits, - and _, and begin with a letter or digit';

/**
 * A type, a variant, or the key of a policy or profile in the one spelling that counts: without space around it, in
 * compatibility form (NFKC) and in lower case. What looks alike governs alike.
 *
 * @example
 * foldName('Article '); // 'article'
 */
export function foldName(given: string): string {
  return given.normalize('NFKC').trim().toLowerCase();
}

/** Whether a folded text can be a name: letters that only look like those of a to z cannot. */
export function isName(folded: string): boolean {
  return NAME.test(folded);
}

/** A name as input and configuration give it: it is folded, and refused when it is none then. */
export const nameSchema = (maxLength = 100) => z.string().overwrite(foldName).max(maxLength).refine(isName, EXPECTED);

/**
 * Makes a text field one of names: whatever is given is folded before it is checked.
 *
 * @example
 * variant: nameField(text({ description: 'A finer kind.' }), 200)
 */
export function nameField<F extends Field>(field: F, maxLength = 100): F {
  const schema = field.nullable ? nameSchema(maxLength).nullable() : nameSchema(maxLength);
  return { ...field, schema: field.description === undefined ? schema : schema.describe(field.description) };
}
