import type { Call } from '@colophon/core';
import { usableAssets } from '../assets/thumbnail-use.ts';
import type { AuthoredField, ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { applyLinks } from '../versions/apply-links.ts';
import { takeSnapshot } from '../versions/snapshot.ts';

/** What belongs to one publication of one piece: its address, its place in time, and whether readers see it. */
const NOT_COPIED: readonly AuthoredField[] = ['slug', 'status', 'url', 'publish_date', 'publishAt', 'unpublishAt'];

/**
 * Makes a draft with everything that people wrote into a record: its fields, references with their pins, facts and pictures.
 * Reviews, versions, corrections, comments and chats stay with the original.
 *
 * @param changes fields that the copy has instead
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
    const usable = thumbnailAssetId === null ? new Set<string>() : await usableAssets(content, database, [thumbnailAssetId]);
    const thumbnail = usable.has(thumbnailAssetId ?? '') ? {} : { thumbnailAssetId: null };
    const values = { ...structuredClone(fields), ...thumbnail, ...changes, status: 'draft', tenantId: content.tenantId };
    const copy = await contentsOf(database, call).add(values as never);
    await applyLinks(copy, snapshot, call);
    return copy;
  });
}
