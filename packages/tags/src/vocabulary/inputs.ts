import { z } from 'zod';
import { MAXIMUM_BULK } from '../stored/bulk.ts';
import { DEFAULT_CONTEXT } from '../stored/stored-tag.ts';

/** A whole number from 0, also written as text, as in a query. */
const wholeNumber = (maximum: number) => {
  const error = `must be a whole number from 0 to ${maximum}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int({ error }).min(0, { error }).max(maximum, { error }).optional(),
  );
};

/** Paging of a nested list; the ranges are those of every list. */
const paging = {
  limit: wholeNumber(1000).describe('The number of records to return, 0 to 1000; default 50.'),
  offset: wholeNumber(1_000_000_000).describe('The number of records to skip.'),
  cursor: z.string().optional().describe('nextCursor of the previous page.'),
  orderBy: z.string().optional().describe('Fields to order by, - for descending: level,name.'),
  count: z.enum(['exact', 'none']).optional().describe('none skips counting the matches.'),
};

const context = z.string().min(1).default(DEFAULT_CONTEXT).describe('The context; default: global.');
const language = z
  .string()
  .regex(/^[a-z]{2}$/, { error: 'must be an ISO 639-1 code of two lower-case letters such as en' })
  .optional()
  .describe('ISO 639-1 code; neutral aliases match in every language.');

export const PageInput = z.strictObject(paging);
export type PageInput = z.infer<typeof PageInput>;

export const RootsInput = z.strictObject({ context, ...paging });
export type RootsInput = z.infer<typeof RootsInput>;

export const AliasesInput = z.strictObject({ language, ...paging });
export type AliasesInput = z.infer<typeof AliasesInput>;

export const AddAliasInput = z.strictObject({
  alias: z.string().describe('The alternative name.'),
  language: z.string().nullable().optional().describe('ISO 639-1 code; null or absent for an alias of every language.'),
  context: z.string().nullable().optional().describe('Where the alias is used, if relevant.'),
});
export type AddAliasInput = z.infer<typeof AddAliasInput>;

export const MoveInput = z.strictObject({
  new_parent_slug: z.string().min(1).nullable().describe('The tag to move under; null makes it a root.'),
});
export type MoveInput = z.infer<typeof MoveInput>;

export const MergeInput = z.strictObject({ to_slug: z.string().min(1).describe('The tag to merge into.') });
export type MergeInput = z.infer<typeof MergeInput>;

export const MetadataInput = z.looseObject({});
export type MetadataInput = z.infer<typeof MetadataInput>;

export const BulkInput = z.strictObject({
  tags: z
    .array(
      z.strictObject({
        slug: z.string(),
        name: z.string(),
        context: z.string().optional(),
        parent_slug: z.string().nullable().optional(),
        description: z.string().nullable().optional(),
        metadata: z.record(z.string(), z.unknown()).nullable().optional(),
      }),
    )
    .max(MAXIMUM_BULK)
    .describe('The tags, in any order: a parent can come after its children.'),
});
export type BulkInput = z.infer<typeof BulkInput>;

export const CleanupInput = z.strictObject({ context });
export type CleanupInput = z.infer<typeof CleanupInput>;

export const FindByAliasInput = z.strictObject({
  alias: z.string().min(1).describe('The alias; case and accents do not matter.'),
  language,
  limit: paging.limit,
  offset: paging.offset,
});
export type FindByAliasInput = z.infer<typeof FindByAliasInput>;

export const SkosExportInput = z.strictObject({ context });
export type SkosExportInput = z.infer<typeof SkosExportInput>;

/** Returns the input without undefined members. */
export function withoutUndefined<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
