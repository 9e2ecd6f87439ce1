import { z } from 'zod';

/** The keyword by which a schema says that it is that of a record; the value names the table, and is empty for the operation's own. */
export const RECORD_KEYWORD = 'x-colophon-record';

/**
 * The schema of a record, for the `output` of an operation: one of the operation's own collection, or of the collection with
 * this table. Documents refer to it by name.
 *
 * @example
 * static readonly operations: Operations<Example> = { lend: { output: recordOutput() } };
 * async lend(): Promise<this> { return this.save(); }
 */
export function recordOutput(table = ''): z.ZodObject<Record<string, never>, z.core.$loose> {
  return z.looseObject({}).meta({ [RECORD_KEYWORD]: table });
}

/** The schema of a page of a list, as every surface answers one; of records of the operation's own collection unless said otherwise. */
export function pageOutput(item: z.ZodType = recordOutput()): z.ZodType {
  return z.object({
    items: z.array(item),
    count: z.int().nullable().describe('How many match in all; null when counting was spared.'),
    limit: z.int(),
    offset: z.int(),
    nextCursor: z.string().optional().describe('Where the next page begins; absent on the last page.'),
    nextOffset: z.int().optional().describe('The offset of the next page of a search in order of rank.'),
  });
}

/** The schema of a nested list that is answered whole: `{items}`. */
export function itemsOutput(item: z.ZodType = recordOutput()): z.ZodType {
  return z.object({ items: z.array(item) });
}

/** The schema of an open JSON object. */
export function objectOutput(): z.ZodType {
  return z.record(z.string(), z.unknown());
}
