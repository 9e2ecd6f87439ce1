import { type Database, type SaveContext, UsageError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { takeSnapshot } from '../versions/snapshot.ts';
import { ContentTrash } from './content-trash.ts';

const DAY_MS = 86_400_000;
/** In days after the removal. */
export const TRASH_KEPT = 30;

let keepDays = TRASH_KEPT;

/**
 * Says for how many days drafts that were removed can be restored; 30 unless told. It holds for what is removed from then on.
 *
 * @throws UsageError unless it is a number above 0
 */
export function configureContentTrash({ days = TRASH_KEPT }: { readonly days?: number | undefined }): void {
  if (!(days > 0)) throw new UsageError('The days that trash is kept must be a number above 0.');
  keepDays = days;
}

/** Keeps a draft that is being removed, in the transaction of its removal. */
export async function keepRemoved(content: ContentRecord, { database, call }: SaveContext): Promise<void> {
  const { id: contentId, type, title, tenantId, ownerId, rev, created_at } = content;
  const expiresAt = new Date(call.now().getTime() + keepDays * DAY_MS).toISOString();
  const snapshot = await takeSnapshot(content, database);
  await new ContentTrash(database, call).add({
    contentId,
    type,
    title,
    snapshot,
    tenantId,
    ownerId,
    contentRev: rev,
    contentCreatedAt: created_at,
    deletedBy: call.caller.id,
    expiresAt,
  });
}

/** Removes for good what nobody restored in time. */
export async function sweepTrash(database: Database, now = new Date()): Promise<void> {
  const before = database.dialect.encode('datetime', now.toISOString());
  await database.run(database.dialect.builder.deleteFrom('content_trash').where('expiresAt', '<', before).compile());
}
