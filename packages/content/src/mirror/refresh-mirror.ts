import { type Call, ColophonError, ConflictError, type Database, hasRole, SYSTEM_CALL } from '@colophon/core';
import { ContentAssets } from '../assets/content-asset.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { readInput } from '../record/read-input.ts';
import { createVersion } from '../versions/create-version.ts';
import { reservePageRequest } from './allowance.ts';
import { type ContentMirror, ContentMirrors, MOST_FAILURES } from './content-mirror.ts';
import { fetchPage, refuseIgnoringRobots, type TakenPage } from './fetch-page.ts';
import { type KeepSource, withSource } from './keep-source.ts';
import { RefreshInput } from './mirror-input.ts';
import { mirroredValues, type MirroredValues } from './mirrored-values.ts';
import { isGone } from './outbound-errors.ts';
import { readPageAddress } from './page-address.ts';
import { answerOf } from './store-mirror.ts';
import { sourceName } from './write-mirror-files.ts';
import { writtenHashes } from './written-hashes.ts';

/**
 * Fetches the page of a mirror again, and applies its changes: never over a local edit.
 *
 * @returns the updated record
 * @throws ConflictError `edited_here`, `not_mirrored`
 */
export async function refreshMirror(contents: ContentCollection, id: string, input: RefreshInput, call: Call): Promise<ContentRecord> {
  const { ignoreRobots } = readInput(RefreshInput, input);
  if (ignoreRobots && !hasRole(call.caller, 'admin')) refuseIgnoringRobots();
  const { database } = contents;
  const mirror = await new ContentMirrors(database).find({ contentId: id });
  if (!mirror) throw new ConflictError('This record was not mirrored from a URL.', { code: 'not_mirrored' });
  await reservePageRequest(database, call);
  const now = call.now().toISOString();
  try {
    const { etag, lastModified } = mirror;
    const taken = await fetchPage(database, mirror.url, { ignoreRobots, etag, lastModified, signal: call.signal });
    // A server may send the same content again without a 304.
    if (!taken || taken.sha256 === mirror.sha256) {
      await note(database, mirror.id, { checkedAt: now, failures: 0, lastError: null, ...(taken ? answerOf(taken) : {}) });
    } else {
      const values = await mirroredValues(taken, await taken.read(), now);
      await takeOver(contents, mirror, { taken, values, now }, call);
    }
  } catch (error) {
    await noteFailure(database, mirror, error, now);
    throw error;
  }
  return contents.require(id);
}

interface Change {
  readonly taken: TakenPage;
  readonly values: MirroredValues;
  readonly now: string;
}

async function takeOver(contents: ContentCollection, mirror: ContentMirror, change: Change, call: Call): Promise<void> {
  const { taken } = change;
  const place = { taken, name: sourceName(taken.mimeType), tenantId: mirror.tenantId };
  await withSource(contents.database, place, call, async (keepSource) => write(contents, mirror, { ...change, keepSource }, call));
}

async function write(
  contents: ContentCollection,
  { id, contentId, written, sourceAssetId, url }: ContentMirror,
  { taken, values, now, keepSource }: Change & { keepSource: KeepSource },
  call: Call,
): Promise<void> {
  const { database } = contents;
  const content = await contents.getForUpdate(contentId);
  if (!content) throw new ConflictError('The mirror was deleted in the meantime.', { code: 'not_mirrored' });
  const standing = writtenHashes(content);
  if (standing.body !== written?.body) throw editedHere();
  const { about, body, title } = values;
  Object.assign(content, { body, metadata: { ...content.metadata, mirror: about } });
  // A changed title is kept, and does not prevent refreshing the text.
  if (standing.title === written.title) content.title = title;
  const changed = writtenHashes(content);
  const isChanged = changed.body !== standing.body || changed.title !== standing.title;
  await content.save();
  const newSource = await replaceSource(content, sourceAssetId, keepSource, call);
  if (isChanged) {
    await createVersion(content, { kind: 'auto-generated', summary: 'As it was mirrored again.', metadata: { source: 'mirror' } }, call);
    const { type, slug, context, status, rev, tenantId } = content;
    const data = { type, slug, context, status, rev };
    await recordEvent(database, call, { kind: 'mirror.changed', objectType: 'contents', objectId: contentId, tenantId, data });
  }
  const final = taken.url.length <= 2000 ? readPageAddress(taken.url) : readPageAddress(url);
  await note(database, id, {
    ...answerOf(taken),
    finalUrl: final.href,
    finalUrlKey: final.key,
    fetchedAt: now,
    checkedAt: now,
    failures: 0,
    lastError: null,
    sourceAssetId: newSource,
    written: { body: changed.body, title: standing.title === written.title ? changed.title : written.title },
  });
}

/** The new bytes are the source now; the asset of the earlier ones is kept for the versions that used it. */
async function replaceSource(content: ContentRecord, earlier: string | null, keepSource: KeepSource, call: Call): Promise<string | null> {
  if (earlier !== null) {
    const uses = new ContentAssets(content.database, call);
    const use = await uses.find({ content_id: content.id, asset_id: earlier, relationship: 'source' });
    await use?.delete();
  }
  return keepSource(content);
}

function note(database: Database, id: string, changes: Readonly<Partial<ContentMirror>>): Promise<unknown> {
  return new ContentMirrors(database, SYSTEM_CALL).update(id, changes as never);
}

/** Stores the reason of a failed refresh. A local edit of the text is not a failure of the site. */
async function noteFailure(database: Database, { id, failures }: ContentMirror, error: unknown, now: string): Promise<void> {
  const code = error instanceof ColophonError ? error.code : 'internal';
  const isOurs = ['edited_here', 'not_mirrored', 'publish_readiness', 'too_many_attempts', 'unavailable', 'busy'].includes(code);
  const counted = failures >= MOST_FAILURES ? 1 : failures + 1;
  const lastError = isGone(error) ? 'gone' : code;
  await note(database, id, { checkedAt: now, lastError, ...(isOurs ? {} : { failures: counted }) });
}

function editedHere(): ConflictError {
  return new ConflictError('The text was edited here, and the page has changed since: neither is overwritten.', {
    code: 'edited_here',
    hint: "Restore the mirror's version and refresh again, or keep your own text.",
  });
}
