import { canonicalJson } from './canonical-json.ts';
import type { JsonObject } from './json.ts';
import type { Shown } from './shown.ts';

/** The media type of a signed account: a Verifiable Credential secured by JOSE (W3C VC-JOSE-COSE). */
export const ACCOUNT_CREDENTIAL_MEDIA_TYPE = 'application/vc+jwt';

/** The `typ` and `cty` of a signed account's header, and the only accepted signature algorithm (RFC 9864). */
export const ACCOUNT_CREDENTIAL_HEADER = { alg: 'Ed25519', typ: 'vc+jwt', cty: 'vc' } as const;

/** The base context of W3C credentials; the second context of an account is the issuer's own. */
export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';

/** Paths at which the issuer serves the context of accounts, its keys and its issuer document. */
export const ACCOUNT_PATHS = {
  context: '/ns/account/v1',
  /** Of accounts that name a revision instead of a version. */
  revisionContext: '/ns/account/v2',
  /** Of accounts of editions. */
  editionContext: '/ns/account/v3',
  keys: '/.well-known/jwks.json',
  issuer: '/issuer',
} as const;

/** The `format` of a file that contains a signed account with its text, for accounts from before there were editions. */
export const SIGNED_ACCOUNT_FORMAT = 'colophon-account-1';

/** The `format` of a file that contains the signed account of an edition, with its text and what it shows. */
export const SIGNED_EDITION_FORMAT = 'colophon-account-2';

/** A signed account with everything needed to verify it offline. */
export type SignedAccount = SignedTextAccount | SignedEditionAccount;

/** The account of a publication from before there were editions. */
export interface SignedTextAccount extends AccountProof {
  readonly format: typeof SIGNED_ACCOUNT_FORMAT;
  /** The compact JWS of the latest publication's credential. */
  readonly credential: string;
  /** The public fields as published. */
  readonly text: JsonObject;
  /** The credentials of later corrections, oldest first; of all corrections for a publication without a version. */
  readonly corrections: readonly string[];
}

/** What proves when a signed account existed, beside it: it cannot contain a proof of itself. */
export interface AccountProof {
  /** That it is in the publisher's transparency log, with a signed head (C2SP tlog-proof). Absent if it is not yet. */
  readonly proof?: string;
  /** A time stamp of that head by somebody else (RFC 3161), in base64. */
  readonly timestamp?: string;
}

/** The account of an edition. */
export interface SignedEditionAccount extends AccountProof {
  readonly format: typeof SIGNED_EDITION_FORMAT;
  readonly credential: string;
  /** The public fields as published; the authors are digests. */
  readonly text: JsonObject;
  /** What was shown with the text; null for a publication from before there were editions, of which it is not known. */
  readonly shown: Shown | null;
  /** The names of the authors that `shown.authors` has digests of, in the form of SD-JWT (RFC 9901): base64url of `[salt, "author", name]`. */
  readonly disclosures: readonly string[];
  readonly corrections: readonly { readonly credential: string }[];
}

/** What a credential is about. */
export type AccountCredentialType = 'PublicationCredential' | 'CorrectionCredential' | 'WithholdingCredential' | 'UnpublicationCredential';

/** Something that an account names, and its SHA-256 in Subresource Integrity form. */
export interface RelatedResource {
  readonly id: string;
  readonly mediaType: 'application/json';
  readonly digestSRI: string;
}

/** The signed content of a publication, correction or retraction: the payload of the JWS, following VC Data Model 2.0. */
export interface AccountCredential {
  readonly '@context': readonly [typeof CREDENTIALS_CONTEXT, string];
  /** The URL of the credential itself. */
  readonly id: string;
  readonly type: readonly ['VerifiableCredential', AccountCredentialType];
  /** The URL of the issuer document. */
  readonly issuer: string;
  /** When it was published, or the correction issued. */
  readonly validFrom: string;
  /** When it was signed, in seconds since 1970. */
  readonly iat: number;
  readonly credentialSubject: AccountSubject;
  /** The canonical text, and what is shown with it. */
  readonly relatedResource: readonly [RelatedResource, ...RelatedResource[]];
}

/** The statements of an account about a piece. */
export interface AccountSubject {
  /** The URL of the piece. */
  readonly id: string;
  readonly contentId: string;
  /** The number of the edition, from 1 in each piece. Absent if it was published before there were editions. */
  readonly edition?: number;
  /** The digest of the edition: of the members here that {@link EditionStatement} names. */
  readonly editionDigest?: string;
  /** The digest of the edition before; absent for the first. */
  readonly previous?: string;
  /** `sha256:` and the SHA-256 of the RFC 8785 form of what is shown with the text. */
  readonly shownDigest?: string;
  /** The number of the frozen version. Absent for a publication that stored none. */
  readonly version?: number;
  /** The revision of the record, for a publication that stored no version: nothing was reviewed, and no transparency was recorded. */
  readonly revision?: number;
  /** `sha256:` and the SHA-256 of the RFC 8785 form of the public fields. */
  readonly textDigest: string;
  /** For a publication with a version: the frozen transparency of the piece. */
  readonly transparency?: JsonObject;
  /** Who wrote which passages, as counted when it was published. */
  readonly origins?: JsonObject;
  /** The programs that helped, for whom, and who approved it. */
  readonly assistance?: readonly JsonObject[];
  /** For a correction: its content. `number` counts the corrections of the piece from 1. */
  readonly correction?: SignedCorrection;
  /** Whether it was signed later, by a command, from what was stored then: nothing of its time vouches for it. */
  readonly late?: true;
}

/** The kinds of editions. */
export const EDITION_KINDS = ['publication', 'correction', 'withholding', 'unpublication'] as const;
export type EditionKind = (typeof EDITION_KINDS)[number];

/** The type of the credential of each kind of edition. */
export const EDITION_CREDENTIAL_TYPES = {
  publication: 'PublicationCredential',
  correction: 'CorrectionCredential',
  withholding: 'WithholdingCredential',
  unpublication: 'UnpublicationCredential',
} as const satisfies Record<EditionKind, AccountCredentialType>;

/** What the digest of an edition covers: the SHA-256 of its RFC 8785 form. */
export interface EditionStatement {
  readonly contentId: string;
  readonly number: number;
  readonly kind: EditionKind;
  readonly textDigest: string;
  readonly shownDigest: string;
  /** Of the frozen transparency, or of a correction; null without either. */
  readonly evidenceDigest: string | null;
  readonly publishedAt: string;
  /** The digest of the edition before; null for the first. */
  readonly previous: string | null;
}

/** What was recorded about how an edition came about. */
export type EditionEvidence = Pick<AccountSubject, 'transparency' | 'origins' | 'assistance'>;

/**
 * Returns what the evidence digest of an edition covers: the frozen transparency itself, or a correction with the text that it was issued
 * for, and origins and assistance where they were recorded. Undefined if nothing was recorded.
 */
export function editionEvidence(
  subject: EditionEvidence & { readonly textDigest: string; readonly correction?: Omit<SignedCorrection, 'number'> | undefined },
): JsonObject | undefined {
  const { transparency, origins, assistance, correction, textDigest } = subject;
  if (correction) {
    const { id, type, summary, note, publishedAt } = correction;
    return { id, type, summary, note, publishedAt, textDigest };
  }
  if (origins === undefined && assistance === undefined) return transparency;
  return {
    ...(transparency === undefined ? {} : { transparency }),
    ...(origins === undefined ? {} : { origins }),
    ...(assistance === undefined ? {} : { assistance: [...assistance] }),
  };
}

/** A correction or retraction as signed. */
export interface SignedCorrection {
  readonly id: string;
  readonly number: number;
  readonly type: string;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
}

/**
 * Returns the SHA-256 of the RFC 8785 form of a value, as `sha256:` and 64 hexadecimal digits: the digest of a text in a signed account.
 *
 * @throws CanonicalJsonError if the value is not JSON
 */
export async function canonicalDigest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(value));
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the same digest in Subresource Integrity form: `sha256-` and base64. */
export function digestAsSri(digest: string): string {
  const bytes = (digest.slice('sha256:'.length).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
