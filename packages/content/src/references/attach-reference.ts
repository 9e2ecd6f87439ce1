import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type ContentReference, ContentReferences } from './content-reference.ts';
import { lockContent } from '../record/lock-content.ts';

/** Cites a record once: an existing reference keeps its row, and its pin changes only if one is given. */
export async function attachReference(
  content: ContentRecord,
  { targetId, targetVersion }: { targetId: string; targetVersion?: number | null | undefined },
  call: Call,
): Promise<ContentReference> {
  const { database } = content;
  const references = new ContentReferences(database, call);
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const standing = await references.find({ source_id: content.id, target_id: targetId });
    if (!standing) {
      return references.add({
        source_id: content.id,
        target_id: targetId,
        targetVersion: targetVersion ?? null,
        tenantId: content.tenantId,
      });
    }
    if (targetVersion !== undefined) standing.targetVersion = targetVersion;
    return standing.save();
  });
}
