import { SIGNED_ACCOUNT_FORMAT, type SignedAccount } from '@colophon/contract';
import { type Database, NotFoundError, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentVersions } from '../versions/content-version.ts';
import type { Snapshot } from '../versions/snapshot.ts';
import { requireCredentials } from './require-credentials.ts';
import { type CredentialKind, Credentials } from './credential.ts';
import { latestPublication, type StoredPublication, textOfPublication, UNSIGNED_HINT } from './read-publication.ts';
import { jwsOf, signPublication } from './sign-publications.ts';
import { textIn } from '../record/signed-text.ts';
import { timeOfKey } from '../record/time-of-key.ts';
import { signingStartedAt } from './sign-pending.ts';
import { signVersion } from './sign-version.ts';
import { UnversionedPublications } from '../versions/unversioned-publication.ts';

/** Which account of a piece: that of a version, of a revision, or by default of the latest publication. */
export interface AccountSelection {
  readonly version?: number | undefined;
  readonly revision?: number | undefined;
}

/** A signed account. It names either the version or, for a publication without one, the revision. */
export interface StoredCredential {
  readonly version: number | null;
  readonly revision: number | null;
  readonly kind: CredentialKind;
  readonly kid: string;
  readonly jws: string;
}

type AccountSource = { readonly versionId: string } | { readonly publication: StoredPublication };

/**
 * Returns the signed account of a version or revision of a piece; of the latest publication by default. A publication that has not been
 * signed yet is signed now.
 *
 * @throws NotFoundError if there is no such account, or it is not signed
 * @throws ValidationError if both a version and a revision are requested
 */
export async function readCredential(content: ContentRecord, selection: AccountSelection = {}): Promise<StoredCredential> {
  return credentialOf(content.database, await requireSource(content, selection));
}

/** Returns the signed account with its text and later corrections, for offline verification. @throws NotFoundError */
export async function readSignedAccount(content: ContentRecord, selection: AccountSelection = {}): Promise<SignedAccount> {
  const { database, id } = content;
  const source = await requireSource(content, selection);
  const { jws, version } = await credentialOf(database, source);
  const corrections: string[] = [];
  for (const each of await correctionsAfter(database, id, version ?? 0)) {
    const stored = (await storedCredential(database, each)) ?? (await signedNow(database, each));
    if (stored) corrections.push(stored.jws);
  }
  const text =
    'versionId' in source ? await textOfVersion(database, source.versionId) : await textOfPublication(content, source.publication);
  return { format: SIGNED_ACCOUNT_FORMAT, credential: jws, text: text as SignedAccount['text'], corrections };
}

async function credentialOf(database: Database, source: AccountSource): Promise<StoredCredential> {
  const stored =
    'versionId' in source
      ? ((await storedCredential(database, source.versionId)) ?? (await signedNow(database, source.versionId)))
      : await publicationCredential(database, source.publication);
  if (stored) return stored;
  throw new NotFoundError('The account of this publication is not signed.', { hint: UNSIGNED_HINT });
}

async function requireSource({ database, id }: ContentRecord, { version, revision }: AccountSelection): Promise<AccountSource> {
  if (version !== undefined && revision !== undefined)
    throw ValidationError.of([{ pointer: '/revision', code: 'conflicting', detail: 'cannot be combined with version' }]);
  const source =
    version !== undefined
      ? await versionNumbered(database, id, version)
      : revision !== undefined
        ? await publicationOf(database, id, revision)
        : await latestPublication(database, id);
  if (source) return source;
  throw new NotFoundError('There is no account of such a publication or correction.', {
    hint: `Accounts exist for publications and corrections. ${UNSIGNED_HINT}`,
  });
}

async function textOfVersion(database: Database, versionId: string): Promise<object> {
  const { snapshot } = await new ContentVersions(database).require(versionId);
  return textIn((snapshot as Snapshot).fields);
}

async function storedCredential(database: Database, versionId: string): Promise<StoredCredential | undefined> {
  const stored = await new Credentials(database).find({ versionId });
  return stored && { version: stored.version, revision: null, kind: stored.kind as CredentialKind, kid: stored.kid, jws: stored.jws };
}

async function signedNow(database: Database, versionId: string): Promise<StoredCredential | undefined> {
  if (!(await isSignedNow(database, timeOfKey(versionId)))) return undefined;
  await signVersion(database, versionId, requireCredentials(database));
  return storedCredential(database, versionId);
}

async function publicationCredential(database: Database, publication: StoredPublication): Promise<StoredCredential | undefined> {
  let signed: StoredPublication | undefined = publication;
  if (publication.kid === null) {
    if (!(await isSignedNow(database, Date.parse(publication.publishedAt)))) return undefined;
    await signPublication(database, publication, requireCredentials(database));
    signed = await new UnversionedPublications(database).get(publication.id);
  }
  const { kid, signature, signedAt, addresses } = signed ?? publication;
  if (kid === null || signature === null || signedAt === null || addresses === null) return undefined;
  const jws = jwsOf(publication, { kid, signature, signedAt, addresses });
  return { version: null, revision: publication.revision, kind: 'publication', kid, jws };
}

/** What was published before signing began is signed by the command only. */
async function isSignedNow(database: Database, publishedAt: number): Promise<boolean> {
  const startedAt = await signingStartedAt(database);
  return startedAt !== undefined && publishedAt >= startedAt;
}

async function versionNumbered(database: Database, contentId: string, version: number): Promise<AccountSource | undefined> {
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select('id')
    .where('contentId', '=', contentId)
    .where('version', '=', version)
    .where('kind', 'in', ['publication', 'correction']);
  const found = await database.first(query.compile());
  return found && { versionId: String(found['id']) };
}

async function publicationOf(database: Database, contentId: string, revision: number): Promise<AccountSource | undefined> {
  const publication = await new UnversionedPublications(database).find({ contentId, revision });
  return publication && { publication };
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
