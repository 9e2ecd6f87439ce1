import { ACCOUNT_PATHS, type AccountCredential, CREDENTIALS_CONTEXT, digestAsSri } from '@colophon/contract';
import { credentialAddress } from '../../record/account-credentials.ts';
import type { SignedAddresses } from '../../editions/record/content-edition.ts';

/** A publication of a record that no assignment governs, as it was recorded before there were editions. */
export interface PublishedRevision {
  readonly contentId: string;
  readonly revision: number;
  readonly textDigest: string;
  readonly publishedAt: string;
}

/**
 * Builds the payload of version 2, which states the text and nothing else. Nothing is signed in this form any more; only the signatures of
 * accounts are stored, so that the payload must be built as it was: this function never changes.
 */
export function publicationPayload(
  { contentId, revision, textDigest, publishedAt }: PublishedRevision,
  { piece, site, base }: SignedAddresses,
  iat: number,
): AccountCredential {
  const address = credentialAddress(site, contentId);
  const query = `revision=${revision}`;
  return {
    '@context': [CREDENTIALS_CONTEXT, `${base}${ACCOUNT_PATHS.revisionContext}`],
    id: `${address}?${query}`,
    type: ['VerifiableCredential', 'PublicationCredential'],
    issuer: `${site}${ACCOUNT_PATHS.issuer}`,
    validFrom: publishedAt,
    iat,
    credentialSubject: { id: piece, contentId, revision, textDigest },
    relatedResource: [{ id: `${address}/text?${query}`, mediaType: 'application/json', digestSRI: digestAsSri(textDigest) }],
  };
}
