import { z } from 'zod';
import { contentAccess } from '../../record/access.ts';
import type { ContentCollection } from '../../record/capability.ts';
import { type BulkChange, bulkInput } from './bulk-change.ts';

export const DeletionsInput = z.strictObject(bulkInput);
export type DeletionsInput = z.infer<typeof DeletionsInput>;

/** Deletes records as the deletion of a single one does: drafts go to the trash, what was ever published gets the status `deleted`. */
export const deletion: BulkChange<DeletionsInput> = {
  kind: 'contents.delete-many',
  input: DeletionsInput,
  access: contentAccess.delete,
  already: 'deleted',
  async plan(record) {
    return record.status === 'deleted' ? null : () => record.delete();
  },
  findDone: findInTrash,
};

/** A draft in the trash of the caller's tenant, so that a retried job does not report it as missing. */
async function findInTrash(
  { database, call }: ContentCollection,
  contentId: string,
): Promise<{ readonly title: string | null } | undefined> {
  const { caller } = call;
  let query = database.dialect.builder
    .selectFrom('content_trash')
    .select('title')
    .where('contentId', '=', contentId)
    .where('restoredAt', 'is', null);
  if (caller.kind !== 'system') {
    query = caller.tenantId === null ? query.where('tenantId', 'is', null) : query.where('tenantId', '=', caller.tenantId);
  }
  const row = await database.first(query.limit(1).compile());
  return row && { title: typeof row['title'] === 'string' ? row['title'] : null };
}
