import { z } from 'zod';
import { contentFields } from '../record/content-fields.ts';

/** The input of `by-slug`. */
export const BySlugInput = z.strictObject({
  slug: z.string().min(1).max(255).describe('The slug.'),
  context: z.string().max(500).default('').describe('The context of the slug; default: empty.'),
});
export type BySlugInput = z.input<typeof BySlugInput>;

/** A JSON field as a value or as its text, as every other write accepts it. */
function jsonOrText(schema: z.ZodType): z.ZodType {
  const read = (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON', input: value });
      return z.NEVER;
    }
  };
  return z.preprocess(read, schema).meta({ type: 'string', contentMediaType: 'application/json' });
}

const writable = Object.entries(contentFields).filter(([, field]) => !field.private);

/** The input of `upsert`: a slug, and any field that is writable from outside. */
export const UpsertInput = z.strictObject({
  ...Object.fromEntries(
    writable.map(([name, field]) => [name, (field.kind === 'json' ? jsonOrText(field.schema) : field.schema).optional()]),
  ),
  slug: contentFields.slug.schema.refine((slug) => slug !== '', { error: 'must not be empty: the record is found by it' }),
});
export type UpsertInput = z.infer<typeof UpsertInput>;
