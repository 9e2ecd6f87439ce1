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
import { credentialAddress, type CredentialSettings } from './configure-credentials.ts';
import { signedText } from './signed-text.ts';

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
  const told = await toldOf(database, version);
  if (!told) return undefined;
  const { baseUrl } = settings;
  const text = signedText(version.snapshot as Snapshot);
  const textDigest = await canonicalDigest(text);
  const { type, context, slug } = text as { type: string; context: string; slug: string };
  // A tenant with its own site signs in its own name; the keys are the same.
  const site = (tenantId === null ? null : await siteOfTenant(database, tenantId)) ?? baseUrl;
  const address = credentialAddress(site, contentId);
  return {
    '@context': [CREDENTIALS_CONTEXT, `${baseUrl}${ACCOUNT_PATHS.context}`],
    id: `${address}?version=${number}`,
    type: ['VerifiableCredential', told.correction ? 'CorrectionCredential' : 'PublicationCredential'],
    issuer: `${site}${ACCOUNT_PATHS.issuer}`,
    validFrom: created_at,
    iat: Math.floor(signedAt.getTime() / 1000),
    credentialSubject: {
      // A piece without a page is identified by its id, because an address must be unique.
      id: (await contentUrl(database, { id: contentId, type, context, slug, tenantId }, baseUrl)) ?? `urn:uuid:${contentId}`,
      contentId,
      version: number,
      textDigest,
      ...told,
    },
    relatedResource: [{ id: `${address}/text?version=${number}`, mediaType: 'application/json', digestSRI: digestAsSri(textDigest) }],
  };
}

type Told = Pick<AccountSubject, 'transparency' | 'correction'>;

async function toldOf(database: Database, { id, kind, contentId, version, metadata }: ContentVersion): Promise<Told | undefined> {
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
