import { type Call, NotFoundError } from '@colophon/core';
import { replaceAssets } from '../assets/replace-assets.ts';
import { usableAssets } from '../assets/thumbnail-use.ts';
import { replaceFactLinks } from '../facts/replace-fact-links.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { replaceReferences } from '../references/replace-references.ts';
import { ContentVersions } from './content-version.ts';
import { AUTHORED_FIELDS } from '../record/content-record.ts';

/** What says which record it is and who it belongs to stays as it is. */
const KEPT = new Set<string>(['type', 'slug', 'context']);

/**
 * Gives a record the fields, references, pins, facts and assets that one of its versions has. It is saved as every other
 * change is, so that restoring something published meets the gate. Pins that the version does not have are cleared.
 * What a reference, fact or asset of then pointed at and is gone is left out.
 *
 * @throws NotFoundError when the record has no such version
 */
export async function restoreVersion(content: ContentRecord, versionId: string, call: Call): Promise<void> {
  await content.database.transaction(async () => {
    const version = await new ContentVersions(content.database).get(versionId);
    if (version?.contentId !== content.id) throw new NotFoundError(`There is no version ${versionId.slice(0, 200)} of this record.`);
    const { fields, references, facts, assets } = version.snapshot;
    for (const name of AUTHORED_FIELDS) {
      if (!KEPT.has(name) && Object.hasOwn(fields, name))
        (content as unknown as Record<string, unknown>)[name] = structuredClone(fields[name]);
    }
    // A date for publication that has passed was carried out, or missed: it is not to be carried out again.
    const now = call.now().toISOString();
    for (const name of ['publishAt', 'unpublishAt'] as const) {
      const date = content[name];
      if (date !== null && date <= now) content[name] = null;
    }
    const { thumbnailAssetId, database } = content;
    if (thumbnailAssetId !== null && !(await usableAssets(content, database, [thumbnailAssetId])).has(thumbnailAssetId))
      content.thumbnailAssetId = null;
    await replaceReferences(content, references, call);
    await replaceFactLinks(content, facts, call);
    await replaceAssets(content, assets, call);
    await content.save();
  });
}
