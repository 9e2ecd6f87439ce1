import { type EditionEvidence, editionEvidence, type SignedCorrection } from '@colophon/contract';
import { type Database, type JsonObject } from '@colophon/core';
import { asFrozen } from '../bylines/disclosure.ts';
import { readCorrections } from '../corrections/read-corrections.ts';
import { digestOf } from '../editions/record/add-edition.ts';
import { textDigestOf, textOfVersion } from '../record/signed-text.ts';
import { ContentVersions } from '../versions/content-version.ts';
import type { Snapshot } from '../versions/snapshot.ts';
import type { EditionParts } from './payloads/edition-payload.ts';
import type { StoredAccount } from './stored-account.ts';

/** What the account of an edition states, and whether what is stored is what its edition says. */
export interface FoundParts {
  readonly parts: EditionParts;
  /** Whether the version and the correction have the digests that the edition has of them. */
  readonly isAsFrozen: boolean;
}

/** Reads what the account of an edition states. Undefined if the version or the correction that it is about is gone. */
export async function accountParts(database: Database, edition: StoredAccount, isLate: boolean): Promise<FoundParts | undefined> {
  const { contentId, kind, publishedAt, textDigest, number, digest, previous, shownDigest, version, versionId, revision } = edition;
  const stored = versionId === null ? undefined : await new ContentVersions(database).get(versionId);
  if (versionId !== null && !stored) return undefined;
  const metadata = (stored?.metadata ?? {}) as JsonObject;
  const transparency = kind === 'correction' ? undefined : (metadata['transparency'] as EditionEvidence['transparency']);
  const correction = kind === 'correction' ? await correctionOf(database, edition) : undefined;
  if (kind === 'correction' && !correction) return undefined;
  const isNumbered = number > 0 && shownDigest !== null;
  const parts: EditionParts = {
    contentId,
    kind,
    publishedAt,
    textDigest,
    numbered: isNumbered ? { number, digest, previous, shownDigest } : undefined,
    version,
    revision: version === null ? revision : null,
    ...(transparency && { transparency }),
    ...(correction && { correction }),
    isLate,
  };
  const evidence = editionEvidence({ ...parts, correction });
  const isSameText =
    kind !== 'publication' ||
    !stored ||
    (textDigestOf(asFrozen(textOfVersion((stored.snapshot as Snapshot).fields), edition.shown?.authors)) === textDigest &&
      stored.created_at === publishedAt);
  const isSameEvidence = edition.evidenceDigest === (evidence === undefined ? null : digestOf(evidence));
  return { parts, isAsFrozen: isSameText && isSameEvidence };
}

async function correctionOf(database: Database, { contentId, versionId, version }: StoredAccount): Promise<SignedCorrection | undefined> {
  const issued = (await readCorrections(database, contentId)).find((each) => each.versionId === versionId);
  if (!issued || version === null) return undefined;
  const { id, type, summary, note, publishedAt } = issued;
  return { id, number: await correctionNumber(database, contentId, version), type, summary, note, publishedAt };
}

/** Corrections are counted by version number, whose order does not depend on a clock. */
async function correctionNumber(database: Database, contentId: string, version: number): Promise<number> {
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select((each) => each.fn.countAll().as('count'))
    .where('contentId', '=', contentId)
    .where('kind', '=', 'correction')
    .where('version', '<=', version);
  return Number((await database.first(query.compile()))?.['count'] ?? 0);
}
