import { type Field, normalizeText } from '@colophon/core';
import { z } from 'zod';

const NAME = /^[a-z0-9][a-z0-9_-]*$/;
const EXPECTED = 'must be letters of a to z, digits, - and _, and begin with a letter or digit';

/**
 * Normalizes a type, a variant, or the key of a policy or profile: trimmed, in compatibility form (NFKC) and in lower case, so that names
 * that look alike are equal.
 *
 * @example
 * foldName('Article '); // 'article'
 */
export function foldName(given: string): string {
  return normalizeText(given, 'NFKC').trim().toLowerCase();
}

/** Returns whether a normalized text is a valid name: letters that only resemble a to z are not allowed. */
export function isName(folded: string): boolean {
  return NAME.test(folded);
}

/** A name in input and configuration: it is normalized, and rejected if it is invalid. */
export const nameSchema = (maxLength = 100) => z.string().overwrite(foldName).max(maxLength).refine(isName, EXPECTED);

/**
 * Makes a text field a name field: values are normalized before validation, and so is what the field is compared with.
 *
 * @example
 * variant: nameField(text({ description: 'A finer kind.' }), 200)
 */
export function nameField<F extends Field>(field: F, maxLength = 100): F {
  const schema = field.nullable ? nameSchema(maxLength).nullable() : nameSchema(maxLength);
  return { ...field, fold: foldName, schema: field.description === undefined ? schema : schema.describe(field.description) };
}
