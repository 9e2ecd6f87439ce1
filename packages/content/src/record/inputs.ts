import { z } from 'zod';

/** The id of a record, as operation input. */
export const id = z.string().min(1).max(200);

/** The paging of a list that belongs to one record. */
export const PageInput = z.strictObject({
  limit: z.int().min(0).max(1000).optional().describe('The number of records to return; default 50.'),
  offset: z.int().min(0).max(1_000_000_000).optional().describe('The number of records to skip.'),
});
export type PageInput = z.infer<typeof PageInput>;
