import { SIGNED_ACCOUNT_FORMAT, type SignedAccount } from '@colophon/contract';
import { type Database, NotFoundError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentVersions } from '../versions/content-version.ts';
import type { Snapshot } from '../versions/snapshot.ts';
import { requireCredentialSettings } from './configure-credentials.ts';
import { type CredentialKind, Credentials } from './credential.ts';
import { signedText } from './signed-text.ts';
import { signingBegan, timeOfKey } from './sign-pending.ts';
import { signVersion } from './sign-version.ts';

/** The signed account of one version. */
export interface KeptCredential {
  readonly versionId: string;
  readonly version: number;
  readonly kind: CredentialKind;
  readonly kid: string;
  readonly jws: string;
}

/**
 * Returns the signed account of a version of a piece; of the latest publication by default. A publication that has not been
 * signed yet is signed now.
 *
 * @throws NotFoundError if there is no such account, or it is not signed
 */
export async function readCredential({ database, id }: ContentRecord, version?: number): Promise<KeptCredential> {
  const versionId = await versionOf(database, id, version);
  if (versionId === undefined)
    throw new NotFoundError(NO_ACCOUNT, {
      hint: 'Accounts exist for corrections, and for publications of types named by a governance assignment, even one that enforces nothing.',
    });
  const kept = (await keptOf(database, versionId)) ?? (await signedNow(database, versionId));
  if (kept) return kept;
  throw new NotFoundError('The account of this publication is not signed.', {
    hint: 'It was published before accounts were signed here: newsroom credentials issue signs it.',
  });
}

const NO_ACCOUNT = 'There is no account of such a publication or correction.';

/** Returns the signed account with its text and later corrections, for offline verification. @throws NotFoundError */
export async function readSignedAccount(content: ContentRecord, asked?: number): Promise<SignedAccount> {
  const { database, id } = content;
  const { jws, version, versionId } = await readCredential(content, asked);
  const corrections: string[] = [];
  for (const each of await correctionsAfter(database, id, version)) {
    const kept = (await keptOf(database, each)) ?? (await signedNow(database, each));
    if (kept) corrections.push(kept.jws);
  }
  return { format: SIGNED_ACCOUNT_FORMAT, credential: jws, text: await textOf(database, versionId), corrections };
}

async function textOf(database: Database, versionId: string): Promise<SignedAccount['text']> {
  const { snapshot } = await new ContentVersions(database).require(versionId);
  return signedText(snapshot as Snapshot) as SignedAccount['text'];
}

async function keptOf(database: Database, versionId: string): Promise<KeptCredential | undefined> {
  return new Credentials(database).find({ versionId });
}

async function signedNow(database: Database, versionId: string): Promise<KeptCredential | undefined> {
  const begun = await signingBegan(database);
  if (begun === undefined || timeOfKey(versionId) < begun) return undefined;
  await signVersion(database, versionId, requireCredentialSettings());
  return keptOf(database, versionId);
}

async function versionOf(database: Database, contentId: string, version: number | undefined): Promise<string | undefined> {
  const query = database.dialect.builder.selectFrom('content_versions').select('id').where('contentId', '=', contentId);
  const asked =
    version === undefined
      ? query.where('kind', '=', 'publication').orderBy('version', 'desc').limit(1)
      : query.where('version', '=', version).where('kind', 'in', ['publication', 'correction']);
  const found = await database.first(asked.compile());
  return found && String(found['id']);
}

async function correctionsAfter(database: Database, contentId: string, version: number): Promise<string[]> {
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select('id')
    .where('contentId', '=', contentId)
    .where('kind', '=', 'correction')
    .where('version', '>', version)
    .orderBy('version')
    .limit(1000);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}
