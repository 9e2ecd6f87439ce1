import { type Call, ConflictError, recordOutput, type StoredObject } from '@colophon/core';
import { z } from 'zod';
import { draftFromTrash, type TrashedDraft } from '../../drafts/record/trashed-draft.ts';
import { isUsableThumbnail } from '../../assets/thumbnail-use.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { contentsOf } from '../../record/contents-of.ts';
import { statedLanguage } from '../../record/language.ts';
import { freeSlug } from '../../record/slugs.ts';
import { applyLinks } from '../../versions/apply-links.ts';
import type { Snapshot } from '../../versions/snapshot.ts';

/** The data that was deleted with the draft and is not kept. */
const NOT_RESTORED = ['versions', 'reviews', 'comments', 'chats', 'translations', 'preview links', 'dates for publication'] as const;

export const RestoreAnswer = z.object({
  content: recordOutput('contents'),
  notRestored: z.array(z.string()).describe('The data that was deleted with the draft and is not restored.'),
});

/** A restored draft, and what was not restored. */
export interface Restored {
  readonly content: ContentRecord;
  readonly notRestored: readonly string[];
}

/** The fields of a trash entry that restoring needs. */
interface Entry extends StoredObject {
  readonly contentId: string;
  readonly tenantId: string | null;
  readonly ownerId: string | null;
  readonly contentRev: number | null;
  readonly contentCreatedAt: string | null;
  snapshot: Snapshot | null;
  draft: TrashedDraft | null;
  restoredAt: string | null;
}

/**
 * Restores a deleted draft under its id, with its fields, and those of its links whose targets still exist. If its slug is taken, it gets a
 * numbered one.
 *
 * @throws ConflictError `already_restored`
 */
export async function restoreContent(entry: Entry, call: Call): Promise<Restored> {
  const { database, snapshot, contentId, tenantId, ownerId, contentRev, contentCreatedAt } = entry;
  if (!snapshot) {
    throw new ConflictError('This draft has already been restored.', { code: 'already_restored', extensions: { contentId } });
  }
  return database.transaction(async () => {
    const { fields } = snapshot;
    const { thumbnailAssetId } = fields;
    const hasThumbnail = typeof thumbnailAssetId === 'string' && (await isUsableThumbnail({ tenantId }, database, thumbnailAssetId));
    const place = { table: 'contents', tenantId, context: textOf(fields.context) };
    const contents = contentsOf(database, call);
    const values = {
      ...structuredClone(fields),
      // One from before languages had to be tags is not restored.
      language: statedLanguage(textOf(fields.language)),
      id: contentId,
      tenantId,
      slug: await freeSlug(database, place, textOf(fields.slug)),
      status: 'draft',
      publishAt: null,
      unpublishAt: null,
      thumbnailAssetId: hasThumbnail ? thumbnailAssetId : null,
    } as never;
    // Old entries have no revision.
    const was = contentRev !== null && contentCreatedAt !== null ? { rev: contentRev, created_at: contentCreatedAt } : undefined;
    const content = await (was ? contents.addAgain(values, was) : contents.add(values));
    // It keeps its owner, whoever restores it.
    const { builder } = database.dialect;
    await database.run(builder.updateTable('contents').set({ ownerId }).where('id', '=', contentId).compile());
    await applyLinks(content, snapshot, call);
    await recordEvent(database, call, {
      kind: 'content.restored',
      objectType: 'contents',
      objectId: contentId,
      tenantId,
      data: { type: content.type, slug: content.slug, context: content.context, status: content.status, rev: content.rev },
    });
    if (entry.draft) await draftFromTrash(content, entry.draft, call);
    entry.snapshot = null;
    entry.draft = null;
    entry.restoredAt = call.now().toISOString();
    await entry.save();
    return { content, notRestored: NOT_RESTORED };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
