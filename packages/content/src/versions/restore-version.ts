import { type Call, NotFoundError } from '@colophon/core';
import { replaceAssets } from '../assets/replace-assets.ts';
import { withNames } from '../bylines/disclosure.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import { isUsableThumbnail } from '../assets/thumbnail-use.ts';
import { replaceFactLinks } from '../facts/replace-fact-links.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { absentValue, isText, ownFieldsOf } from '../record/own-fields.ts';
import { canonicalLanguage } from '../record/language.ts';
import { replaceReferences } from '../references/replace-references.ts';
import { ContentVersions } from './content-version.ts';
import { AUTHORED_FIELDS } from '../record/content-record.ts';

/** The fields that identify the record are kept. */
const KEPT = new Set<string>(['type', 'slug', 'context']);

/**
 * Sets the fields, references, pins, facts and assets of a record to those of one of its versions. It is saved like every other change, so
 * that restoring a published piece passes the gate. Pins that the version does not have are cleared. Links whose targets no longer exist
 * are omitted, and so are authors whose names were erased.
 *
 * @throws NotFoundError if the version does not exist
 */
export async function restoreVersion(content: ContentRecord, versionId: string, call: Call): Promise<void> {
  await content.database.transaction(async () => {
    const version = await new ContentVersions(content.database).get(versionId);
    if (version?.contentId !== content.id) throw new NotFoundError(`There is no version ${versionId.slice(0, 200)} of this record.`);
    const { references, facts, assets } = version.snapshot;
    const fields = withNames(version.snapshot.fields, (await knownBylines(content.database, [content.id])).get(content.id));
    for (const name of AUTHORED_FIELDS) {
      // A text from before languages had to be tags is not restored.
      const isNoLanguage = name === 'language' && typeof fields.language === 'string' && canonicalLanguage(fields.language) === undefined;
      if (!KEPT.has(name) && !isNoLanguage && Object.hasOwn(fields, name))
        (content as unknown as Record<string, unknown>)[name] = structuredClone(fields[name]);
    }
    const own = fields as Readonly<Record<string, unknown>>;
    for (const [name, field] of ownFieldsOf(content))
      if (isText(field)) (content as unknown as Record<string, unknown>)[name] = structuredClone(own[name]) ?? absentValue(field);
    // A publication date in the past was processed, or missed, and must not be processed again.
    const now = call.now().toISOString();
    for (const name of ['publishAt', 'unpublishAt'] as const) {
      const date = content[name];
      if (date !== null && date <= now) content[name] = null;
    }
    const { thumbnailAssetId, database } = content;
    if (thumbnailAssetId !== null && !(await isUsableThumbnail(content, database, thumbnailAssetId))) content.thumbnailAssetId = null;
    await replaceReferences(content, references, call);
    await replaceFactLinks(content, facts, call);
    await replaceAssets(content, assets, call);
    await content.save();
  });
}
