import type { AccountCredential } from '@colophon/contract';
import type { Database, Row } from '@colophon/core';
import { digestOf, editionDigest } from '../editions/record/add-edition.ts';
import type { EditionKind } from '../editions/record/content-edition.ts';
import { correctionEvidence } from '../editions/record/correction-evidence.ts';
import { accountCredentials } from '../record/account-credentials.ts';
import { preparedQuery } from '../record/prepared-query.ts';

const COLUMNS = [
  'contentId',
  'number',
  'kind',
  'textDigest',
  'shownDigest',
  'evidenceDigest',
  'previous',
  'publishedAt',
  'digest',
  'seal',
] as const;

const OF_VERSION = preparedQuery((builder, [versionId]) =>
  builder.selectFrom('content_editions').select(COLUMNS).where('versionId', '=', versionId),
);
const OF_REVISION = preparedQuery((builder, [contentId, revision]) =>
  builder
    .selectFrom('content_editions')
    .select(COLUMNS)
    .where('contentId', '=', contentId)
    .where('revision', '=', revision)
    .where('kind', '=', 'publication'),
);

/**
 * Returns whether a payload states what this application published: it equals an edition that was sealed with the signing key when it was
 * made. What somebody wrote into the database has no seal, and is not signed.
 */
export async function isVouchedFor(database: Database, payload: AccountCredential, versionId?: string): Promise<boolean> {
  const { contentId, revision } = payload.credentialSubject;
  const query = versionId === undefined ? OF_REVISION(database.dialect, [contentId, revision]) : OF_VERSION(database.dialect, [versionId]);
  for (const row of await database.all(query)) if (await matches(database, payload, row)) return true;
  return false;
}

async function matches(database: Database, { validFrom, credentialSubject }: AccountCredential, row: Row): Promise<boolean> {
  const { contentId, textDigest, transparency, correction } = credentialSubject;
  const edition = {
    contentId: String(row['contentId']),
    number: Number(row['number']),
    kind: row['kind'] as EditionKind,
    textDigest: String(row['textDigest']),
    shownDigest: String(row['shownDigest']),
    evidenceDigest: (row['evidenceDigest'] as string | null | undefined) ?? null,
    previous: (row['previous'] as string | null | undefined) ?? null,
    publishedAt: String(database.dialect.decode('datetime', row['publishedAt'])),
  };
  const evidence = correction ? correctionEvidence(correction, textDigest) : transparency;
  const isSame =
    edition.contentId === contentId &&
    edition.publishedAt === validFrom &&
    // A correction does not change the text; that of its version is a part of the evidence.
    (correction !== undefined || edition.textDigest === textDigest) &&
    edition.evidenceDigest === (evidence === undefined ? null : digestOf(evidence));
  const digest = editionDigest(edition);
  const seal = row['seal'];
  const settings = database.ports.use(accountCredentials);
  return isSame && digest === row['digest'] && typeof seal === 'string' && settings !== undefined && settings.signer.isSealed(digest, seal);
}
