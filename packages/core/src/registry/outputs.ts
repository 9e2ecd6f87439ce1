import { z } from 'zod';

/** The keyword that marks a schema as that of a record; the value names the table, and is empty for the operation's own. */
export const RECORD_KEYWORD = 'x-colophon-record';

/**
 * Returns the schema of a record, for the `output` of an operation: one of the operation's own collection, or of the collection with this
 * table. Documents refer to it by name.
 *
 * @example
 * static readonly operations: Operations<Example> = { lend: { output: recordOutput() } };
 * async lend(): Promise<this> { return this.save(); }
 */
export function recordOutput(table = ''): z.ZodObject<Record<string, never>, z.core.$loose> {
  return z.looseObject({}).meta({ [RECORD_KEYWORD]: table });
}

/** Returns the schema of a page of a list, as every surface returns it; by default of records of the operation's own collection. */
export function pageOutput(item: z.ZodType = recordOutput()): z.ZodType {
  return z.object({
    items: z.array(item),
    count: z.int().nullable().describe('The number of matches; null if counting was skipped.'),
    limit: z.int(),
    offset: z.int(),
    nextCursor: z.string().optional().describe('The cursor of the next page; absent on the last page.'),
    nextOffset: z.int().optional().describe('The offset of the next page of a ranked search.'),
  });
}

/** Returns the schema of a complete nested list: `{items}`. */
export function itemsOutput(item: z.ZodType = recordOutput()): z.ZodType {
  return z.object({ items: z.array(item) });
}

/** Returns the schema of an open JSON object. */
export function objectOutput(): z.ZodType {
  return z.record(z.string(), z.unknown());
}
