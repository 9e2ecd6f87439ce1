import { type Call, type JsonObject, SYSTEM_CALL } from '@colophon/core';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { createVersion } from '../versions/create-version.ts';
import type { PageAddress } from './page-address.ts';
import { ContentMirrors } from './content-mirror.ts';
import type { TakenPage } from './fetch-page.ts';
import { findMirrored } from './find-mirrored.ts';
import { type KeepSource, withSource } from './keep-source.ts';
import type { MirroredValues } from './mirrored-values.ts';
import { sourceName } from './write-mirror-files.ts';
import { writtenHashes } from './written-hashes.ts';

/** A page and its location. */
export interface NewMirror {
  readonly asked: PageAddress;
  readonly final: PageAddress;
  readonly context: string;
  readonly tenantId: string | null;
  readonly taken: TakenPage;
  readonly values: MirroredValues;
  /** When it was fetched. */
  readonly at: string;
}

/** Another caller was faster; thrown to roll this transaction back. */
class AlreadyMirrored extends Error {
  readonly id: string;

  constructor(id: string) {
    super('already mirrored');
    this.id = id;
  }
}

/** Stores a mirror with its original bytes, all or nothing; returns the existing one if another caller was faster. */
export async function storeMirror(contents: ContentCollection, mirror: NewMirror, call: Call): Promise<ContentRecord> {
  const { database } = contents;
  const { taken, tenantId } = mirror;
  let made: ContentRecord | undefined;
  try {
    await withSource(database, { taken, name: sourceName(taken.mimeType), tenantId }, call, async (keepSource) => {
      await refuseSecond(contents, mirror);
      made = await write(contents, mirror, keepSource, call);
    });
  } catch (error) {
    if (error instanceof AlreadyMirrored) return contents.require(error.id);
    throw error;
  }
  return made as ContentRecord;
}

async function refuseSecond({ database }: ContentCollection, { asked, final, tenantId, context }: NewMirror): Promise<void> {
  const keys = [...new Set([asked.key, final.key])].toSorted();
  for (const key of keys) await database.lock(`mirror ${JSON.stringify([tenantId, context, key])}`);
  const known = await findMirrored(database, { tenantId, context, addresses: [asked, final] });
  if (known !== undefined) throw new AlreadyMirrored(known);
}

async function write(contents: ContentCollection, mirror: NewMirror, keepSource: KeepSource, call: Call): Promise<ContentRecord> {
  const { asked, final, context, tenantId, taken, values } = mirror;
  const { about, ...fields } = values;
  const content = await contents.add({
    ...fields,
    type: 'mirror',
    status: 'draft',
    context,
    tenantId,
    url: asked.href,
    metadata: { mirror: about } as JsonObject,
  } as never);
  const sourceAssetId = await keepSource(content);
  await createVersion(content, { kind: 'auto-generated', summary: 'As it was mirrored.', metadata: { source: 'mirror' } }, call);
  await new ContentMirrors(contents.database, { ...SYSTEM_CALL, now: call.now }).add({
    contentId: content.id,
    tenantId,
    url: asked.href,
    canonicalUrl: asked.canonical,
    urlKey: asked.key,
    finalUrl: final.href,
    finalUrlKey: final.key,
    context,
    fetchedAt: mirror.at,
    checkedAt: mirror.at,
    sourceAssetId,
    ...answerOf(taken),
    written: writtenHashes(content),
  });
  return content;
}

/** Returns the stored fields of the site's response. */
export function answerOf({ httpStatus, etag, lastModified, sha256, mimeType, robots }: TakenPage) {
  return { httpStatus, etag, lastModified, sha256, mimeType, robots };
}
