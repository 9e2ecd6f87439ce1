import type { ValueCount } from '@colophon/core';
import { z } from 'zod';
import type { ContentCollection } from '../../record/capability.ts';

/** The fields that records are counted by. */
const COUNTED_BY = ['status', 'category', 'type'] as const;

function namesOf(value: unknown): unknown {
  const given = typeof value === 'string' ? [value] : value;
  return Array.isArray(given) ? given.flatMap((each: unknown) => (typeof each === 'string' ? each.split(',') : each)) : given;
}

export const CountsInput = z.strictObject({
  // Described as text: a schema of text must not also describe the items of a list.
  by: z
    .unknown()
    .transform(namesOf)
    .pipe(z.array(z.enum(COUNTED_BY)).min(1).max(COUNTED_BY.length))
    .default(['status', 'category'])
    .meta({ type: 'string', description: 'Fields to count by, separated by commas: status, category, type.' }),
});
export type CountsInput = z.input<typeof CountsInput>;

const values = z
  .array(z.object({ value: z.string().nullable().describe('Null for records without one.'), count: z.int() }))
  .describe('The most frequent first; at most a thousand.');

/** The number of records per value of the requested fields. */
export const CountsAnswer = z.object({ status: values.optional(), category: values.optional(), type: values.optional() });
export type Counts = { readonly [Field in (typeof COUNTED_BY)[number]]?: readonly ValueCount[] };

/** Counts the records that the caller may read by the values of some fields. */
export async function countsOf(contents: ContentCollection, { by }: CountsInput): Promise<Counts> {
  const fields = new Set(CountsInput.parse({ by }).by);
  const counts: Record<string, readonly ValueCount[]> = {};
  for (const field of fields) counts[field] = await contents.countBy(field);
  return counts;
}
