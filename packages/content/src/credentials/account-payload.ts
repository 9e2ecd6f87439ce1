import {
  ACCOUNT_PATHS,
  type AccountCredential,
  type AccountSubject,
  canonicalDigest,
  CREDENTIALS_CONTEXT,
  digestAsSri,
} from '@colophon/contract';
import type { Database, JsonObject } from '@colophon/core';
import { contentUrl, siteOfTenant } from '../feeds/content-addresses.ts';
import { readCorrections } from '../corrections/read-corrections.ts';
import type { ContentVersion } from '../versions/content-version.ts';
import type { Snapshot } from '../versions/snapshot.ts';
import { credentialAddress, type CredentialSettings } from '../record/account-credentials.ts';
import { textIn } from '../record/signed-text.ts';
import type { FrozenPlace, SignedAddresses } from '../versions/unversioned-publication.ts';

/**
 * Creates the payload to sign for a version: the account of a publication, or a correction. Undefined for a version without an account:
 * a publication without a frozen transparency, or a correction whose record is missing.
 */
export async function accountPayload(
  database: Database,
  version: ContentVersion,
  settings: CredentialSettings,
  signedAt: Date,
): Promise<AccountCredential | undefined> {
  const { contentId, version: number, created_at, tenantId } = version;
  const statement = await statementOf(database, version);
  if (!statement) return undefined;
  const text = textIn((version.snapshot as Snapshot).fields);
  const { type, context, slug } = text as { type: string; context: string; slug: string };
  const addresses = await addressesOf(database, { contentId, tenantId, place: { type, context, slug } }, settings);
  const subject = { contentId, version: number, textDigest: await canonicalDigest(text), ...statement };
  return credentialOf({ addresses, publishedAt: created_at, iat: secondsOf(signedAt), subject });
}

/** A publication of a record that no assignment governs. */
export interface PublishedRevision {
  readonly contentId: string;
  readonly revision: number;
  readonly textDigest: string;
  readonly publishedAt: string;
}

/**
 * Creates the payload to sign for a publication without a version: it states no transparency, because none was recorded. Equal values
 * must always produce an equal payload: only its signature is stored.
 */
export function revisionPayload(
  { contentId, revision, textDigest, publishedAt }: PublishedRevision,
  addresses: SignedAddresses,
  iat: number,
): AccountCredential {
  return credentialOf({ addresses, publishedAt, iat, subject: { contentId, revision, textDigest } });
}

/** Returns the current addresses of a publication. */
export async function addressesOf(
  database: Database,
  { contentId, tenantId, place }: { contentId: string; tenantId: string | null; place: Pick<FrozenPlace, 'type' | 'context' | 'slug'> },
  { baseUrl }: CredentialSettings,
): Promise<SignedAddresses> {
  const { type, context, slug } = place;
  // A tenant with its own site signs in its own name; the keys are the same.
  const site = (tenantId === null ? null : await siteOfTenant(database, tenantId)) ?? baseUrl;
  const piece = await contentUrl(database, { id: contentId, type, context, slug, tenantId }, baseUrl);
  return { piece: piece ?? `urn:uuid:${contentId}`, site, base: baseUrl };
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

interface CredentialParts {
  readonly addresses: SignedAddresses;
  readonly publishedAt: string;
  readonly iat: number;
  readonly subject: Omit<AccountSubject, 'id'>;
}

function credentialOf({ addresses, publishedAt, iat, subject }: CredentialParts): AccountCredential {
  const { piece, site, base } = addresses;
  const address = credentialAddress(site, subject.contentId);
  const isVersion = subject.version !== undefined;
  const query = isVersion ? `version=${subject.version}` : `revision=${subject.revision}`;
  return {
    '@context': [CREDENTIALS_CONTEXT, `${base}${isVersion ? ACCOUNT_PATHS.context : ACCOUNT_PATHS.revisionContext}`],
    id: `${address}?${query}`,
    type: ['VerifiableCredential', subject.correction ? 'CorrectionCredential' : 'PublicationCredential'],
    issuer: `${site}${ACCOUNT_PATHS.issuer}`,
    validFrom: publishedAt,
    iat,
    credentialSubject: { id: piece, ...subject },
    relatedResource: [{ id: `${address}/text?${query}`, mediaType: 'application/json', digestSRI: digestAsSri(subject.textDigest) }],
  };
}

type Statement = Pick<AccountSubject, 'transparency' | 'correction'>;

async function statementOf(database: Database, { id, kind, contentId, version, metadata }: ContentVersion): Promise<Statement | undefined> {
  if (kind !== 'correction') {
    const transparency = (metadata as JsonObject)['transparency'] as unknown as AccountSubject['transparency'];
    return transparency && { transparency };
  }
  const issued = (await readCorrections(database, contentId)).find((each) => each.versionId === id);
  if (!issued) return undefined;
  const { type, summary, note, publishedAt } = issued;
  return { correction: { id: issued.id, number: await correctionNumber(database, contentId, version), type, summary, note, publishedAt } };
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
