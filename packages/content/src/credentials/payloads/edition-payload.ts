import {
  ACCOUNT_PATHS,
  type AccountCredential,
  type AccountSubject,
  canonicalJson,
  CREDENTIALS_CONTEXT,
  digestAsSri,
  EDITION_CREDENTIAL_TYPES,
  type EditionEvidence,
  type EditionKind,
  type RelatedResource,
  type SignedCorrection,
} from '@colophon/contract';
import { credentialAddress } from '../../record/account-credentials.ts';
import type { SignedAddresses } from '../../editions/record/content-edition.ts';

/** What an account of an edition states. */
export interface EditionParts extends EditionEvidence {
  readonly contentId: string;
  readonly kind: EditionKind;
  readonly publishedAt: string;
  readonly textDigest: string;
  /** Undefined for a publication from before there were editions, which is signed late. */
  readonly numbered:
    | { readonly number: number; readonly digest: string; readonly previous: string | null; readonly shownDigest: string }
    | undefined;
  /** The version that was stored with it, or else the revision of the record. */
  readonly version: number | null;
  readonly revision: number | null;
  readonly correction?: SignedCorrection | undefined;
  readonly isLate: boolean;
}

/**
 * Builds the payload of version 3. Only the signatures of accounts are stored, so that equal parts must always give an equal payload: this
 * function never changes, another form gets another one.
 *
 * @param iat when it is signed, in seconds since 1970
 */
export function editionPayload(parts: EditionParts, { piece, site, base }: SignedAddresses, iat: number): AccountCredential {
  const { contentId, kind, publishedAt, textDigest, numbered, version, revision, isLate } = parts;
  const { transparency, origins, assistance, correction } = parts;
  const address = credentialAddress(site, contentId);
  const query = numbered ? `edition=${numbered.number}` : version === null ? `revision=${revision}` : `version=${version}`;
  const resource = (name: string, digest: string): RelatedResource => ({
    id: `${address}/${name}?${query}`,
    mediaType: 'application/json',
    digestSRI: digestAsSri(digest),
  });
  const subject: AccountSubject = {
    id: piece,
    contentId,
    ...(numbered && { edition: numbered.number, editionDigest: numbered.digest, shownDigest: numbered.shownDigest }),
    ...(numbered?.previous && { previous: numbered.previous }),
    ...(version !== null ? { version } : revision !== null ? { revision } : {}),
    textDigest,
    ...(transparency && { transparency }),
    ...(origins && { origins }),
    ...(assistance && { assistance }),
    ...(correction && { correction }),
    ...(isLate && { late: true }),
  };
  const payload: AccountCredential = {
    '@context': [CREDENTIALS_CONTEXT, `${base}${ACCOUNT_PATHS.editionContext}`],
    id: `${address}?${query}`,
    type: ['VerifiableCredential', EDITION_CREDENTIAL_TYPES[kind]],
    issuer: `${site}${ACCOUNT_PATHS.issuer}`,
    validFrom: publishedAt,
    iat,
    credentialSubject: subject,
    relatedResource: [resource('text', textDigest), ...(numbered ? [resource('shown', numbered.shownDigest)] : [])],
  };
  // The members of what was frozen have no order of their own: databases may return them in another one.
  return JSON.parse(canonicalJson(payload)) as AccountCredential;
}
