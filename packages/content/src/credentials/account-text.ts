import { type JsonObject, NotFoundError } from '@colophon/core';
import { asFrozen } from '../bylines/disclosure.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { currentText, textDigestOf, textOfVersion } from '../record/signed-text.ts';
import { ContentVersions } from '../versions/content-version.ts';
import type { Snapshot } from '../versions/snapshot.ts';
import { chooseAccount } from './choose-account.ts';
import type { StoredAccount } from './stored-account.ts';

/**
 * Returns the text of a signed edition. It is that of its version; without one it is not stored twice: it is that of the record, as long as
 * its digest is the signed one. If a published record has another text than its latest publication, somebody changed it without a save: its
 * text is returned as it is, so that a verification detects the change.
 *
 * @throws NotFoundError if the text has been replaced by a later one
 */
export async function textOfAccount(content: ContentRecord, account: StoredAccount): Promise<JsonObject> {
  const { database } = content;
  const { versionId, textDigest, kind, shown } = account;
  const version = versionId === null ? undefined : await new ContentVersions(database).get(versionId);
  const frozen = version && asFrozen(textOfVersion((version.snapshot as Snapshot).fields), shown?.authors);
  // A correction stores a version of the record; what it is about is the text that readers get.
  if (frozen && (kind === 'publication' || textDigestOf(frozen) === textDigest)) return frozen;
  const current: JsonObject = { ...currentText(content), tags: [...(tagsOf(account) ?? content.tags)] };
  const text = asFrozen(current, shown?.authors);
  if (textDigestOf(text) === textDigest) return text;
  if (frozen && account.payloadVersion === 1) return frozen;
  const latest = await chooseAccount(database, content.id, {});
  const isLatest = latest !== undefined && latest.textDigest === textDigest;
  if (isLatest && latest.versionId !== null && latest.id !== account.id) return textOfAccount(content, latest);
  if (isLatest && content.status === 'published') return text;
  throw new NotFoundError('The text of this publication is not stored: the record has been changed since.', {
    hint: 'Its credential is still available. Every text is stored for types that a governance assignment names.',
  });
}

/** Renaming a tag changes it in every record, without a new revision: those that it was published with are kept beside. */
function tagsOf({ place, shown }: StoredAccount): readonly string[] | undefined {
  return place?.tags ?? shown?.tags.map(({ slug }) => slug);
}
