import { canonicalJson } from './canonical-json.ts';
import type { JsonObject } from './json.ts';

/** The media type of a signed account: a Verifiable Credential secured by JOSE (W3C VC-JOSE-COSE). */
export const ACCOUNT_CREDENTIAL_MEDIA_TYPE = 'application/vc+jwt';

/** The `typ` and `cty` of a signed account's header, and the one algorithm that it is signed by (RFC 9864). */
export const ACCOUNT_CREDENTIAL_HEADER = { alg: 'Ed25519', typ: 'vc+jwt', cty: 'vc' } as const;

/** The contexts of W3C credentials; the second context of an account is the issuer's own. */
export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';

/** Where the issuer serves the context of accounts, its keys, and who it is. */
export const ACCOUNT_PATHS = { context: '/ns/account/v1', keys: '/.well-known/jwks.json', issuer: '/issuer' } as const;

/** What a file says that holds a signed account with its text. */
export const SIGNED_ACCOUNT_FORMAT = 'colophon-account-1';

/** A signed account with what it is about, to be checked offline. */
export interface SignedAccount {
  readonly format: typeof SIGNED_ACCOUNT_FORMAT;
  /** The compact JWS of the latest publication's credential. */
  readonly credential: string;
  /** The public fields as they were published. */
  readonly text: JsonObject;
  /** The credentials of corrections issued since, the earliest first. */
  readonly corrections: readonly string[];
}

/** What is signed at a publication, correction or retraction: the payload of the JWS, as VC Data Model 2.0. */
export interface AccountCredential {
  readonly '@context': readonly [typeof CREDENTIALS_CONTEXT, string];
  /** The address of the credential itself. */
  readonly id: string;
  readonly type: readonly ['VerifiableCredential', 'PublicationCredential' | 'CorrectionCredential'];
  /** The address of the issuer's document. */
  readonly issuer: string;
  /** When the version was published, or the correction issued. */
  readonly validFrom: string;
  /** When it was signed, in seconds since 1970. */
  readonly iat: number;
  readonly credentialSubject: AccountSubject;
  /** Where the canonical text is, and its SHA-256 as Subresource Integrity writes it. */
  readonly relatedResource: readonly [{ readonly id: string; readonly mediaType: 'application/json'; readonly digestSRI: string }];
}

/** What an account says about a piece. */
export interface AccountSubject {
  /** The address of the piece. */
  readonly id: string;
  readonly contentId: string;
  /** The number of the version that was frozen. */
  readonly version: number;
  /** `sha256:` and the SHA-256 of the RFC 8785 form of the public fields. */
  readonly textDigest: string;
  /** Of a publication: how the piece came to be, as it was frozen. */
  readonly transparency?: JsonObject;
  /** Of a correction: what it says. `number` counts the corrections of the piece from 1. */
  readonly correction?: SignedCorrection;
}

/** A correction or retraction as it was signed. */
export interface SignedCorrection {
  readonly id: string;
  readonly number: number;
  readonly type: string;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
}

/**
 * The SHA-256 of the RFC 8785 form of a value, as `sha256:` and 64 hexadecimal digits: what a signed account says of its text.
 *
 * @throws CanonicalJsonError when the value is not JSON
 */
export async function canonicalDigest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(value));
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The same digest as Subresource Integrity writes it: `sha256-` and base64. */
export function digestAsSri(digest: string): string {
  const bytes = (digest.slice('sha256:'.length).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
