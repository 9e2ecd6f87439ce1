import { type Database, port, type SaveContext, UsageError } from '@colophon/core';
import { draftToTrash } from '../../drafts/record/trashed-draft.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { takeSnapshot } from '../../versions/snapshot.ts';
import { ContentTrash } from './content-trash.ts';

const DAY_MS = 86_400_000;
/** In days after the deletion. */
export const TRASH_KEPT = 30;

/** How many days deleted drafts can be restored; it applies to later deletions. */
export const trashDays = port('trashDays', TRASH_KEPT);

/** Stores a draft that is being deleted, in the transaction of its deletion. */
export async function keepRemoved(content: ContentRecord, { database, call }: SaveContext): Promise<void> {
  const { id: contentId, type, title, tenantId, ownerId, rev, created_at } = content;
  const expiresAt = new Date(call.now().getTime() + daysOf(database) * DAY_MS).toISOString();
  const snapshot = await takeSnapshot(content, database);
  await new ContentTrash(database, call).add({
    contentId,
    type,
    title,
    snapshot,
    draft: await draftToTrash(database, contentId),
    tenantId,
    ownerId,
    contentRev: rev,
    contentCreatedAt: created_at,
    deletedBy: call.caller.id,
    expiresAt,
  });
}

/** @throws UsageError unless it is a number above 0 */
function daysOf(database: Database): number {
  const days = database.ports.use(trashDays);
  if (!(days > 0)) throw new UsageError('The days that trash is kept must be a number above 0.');
  return days;
}

/** Permanently deletes expired drafts. */
export async function sweepTrash(database: Database, now = new Date()): Promise<void> {
  const before = database.dialect.encode('datetime', now.toISOString());
  await database.run(database.dialect.builder.deleteFrom('content_trash').where('expiresAt', '<', before).compile());
}
