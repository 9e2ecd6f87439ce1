import type { Call } from '@colophon/core';
import { isUsableThumbnail } from '../../assets/thumbnail-use.ts';
import type { AuthoredField, ContentRecord } from '../../record/content-record.ts';
import { contentsOf } from '../../record/contents-of.ts';
import { statedLanguage } from '../../record/language.ts';
import { applyLinks } from '../../versions/apply-links.ts';
import { takeSnapshot } from '../../versions/snapshot.ts';

/** Fields of one particular publication: its URL, its dates, and its visibility. */
const NOT_COPIED: readonly AuthoredField[] = ['slug', 'status', 'url', 'publish_date', 'publishAt', 'unpublishAt'];

/**
 * Creates a draft with everything that people wrote in a record: its fields, references with their pins, facts and assets. Reviews,
 * versions, corrections, comments and chats are not copied.
 *
 * @param changes fields of the copy that differ
 */
export async function copyContent(
  content: ContentRecord,
  changes: Readonly<Partial<Record<AuthoredField, unknown>>>,
  call: Call,
): Promise<ContentRecord> {
  const { database } = content;
  return database.transaction(async () => {
    const snapshot = await takeSnapshot(content, database);
    const fields = Object.fromEntries(
      Object.entries(snapshot.fields).filter(([name]) => !(NOT_COPIED as readonly string[]).includes(name)),
    );
    const { thumbnailAssetId } = content;
    const isUsable = thumbnailAssetId !== null && (await isUsableThumbnail(content, database, thumbnailAssetId));
    const thumbnail = isUsable ? {} : { thumbnailAssetId: null };
    const values = {
      ...structuredClone(fields),
      ...thumbnail,
      language: statedLanguage(content.language),
      ...changes,
      status: 'draft',
      tenantId: content.tenantId,
    };
    const copy = await contentsOf(database, call).add(values as never);
    await applyLinks(copy, snapshot, call);
    return copy;
  });
}
