import { ACCOUNT_CREDENTIAL_HEADER, type AccountCredential } from '@colophon/contract';
import { base64url, compactVerify, decodeProtectedHeader } from 'jose';
import { isAccountCredential, isOfEdition, requireEditionDigest } from './account-shape.ts';
import type { KnownKey } from './key-set.ts';
import { Refusal } from './verdict.ts';

/** A credential with a valid signature. */
export interface ReadCredential {
  readonly credential: AccountCredential;
  readonly kid: string;
  /** Since when the key is revoked; undefined if it is not. The signature is dated earlier. */
  readonly revoked: number | undefined;
}

const MAXIMUM_LENGTH = 10_000_000;
const HEADER_MEMBERS = new Set(['alg', 'kid', 'typ', 'cty']);

/**
 * Verifies the signature of a credential, and that it was created while its key was in use.
 *
 * @param now in seconds since 1970
 * @throws Refusal
 */
export async function readCredential(jws: unknown, keys: ReadonlyMap<string, KnownKey>, now: number): Promise<ReadCredential> {
  if (typeof jws !== 'string' || jws.length > MAXIMUM_LENGTH || !isCompactJws(jws))
    throw new Refusal('not_an_account', 'This is not a signed account: a compact JWS of three parts is expected.');
  const { kid, issuer } = readHeader(jws);
  const known = keys.get(kid);
  if (!known) throw new Refusal('unknown_key', `The account is signed with the key ${kid.slice(0, 100)}, which is not among the keys.`);
  const credential = readPayload(await verifiedPayload(jws, known));
  if (issuer !== undefined && issuer !== credential.issuer)
    throw new Refusal('header_refused', 'The header of the signature names the key of another issuer.');
  if (issuer === undefined && isOfEdition(credential))
    throw new Refusal('header_refused', 'The header of the signature must name the key by its address in the document of the issuer.');
  await requireEditionDigest(credential);
  if (known.revoked !== undefined && credential.iat >= known.revoked)
    throw new Refusal('key_revoked', `The publisher revoked the key ${kid} as of ${dateOf(known.revoked)}, and this is signed later.`);
  if (credential.iat < known.from || credential.iat > known.until)
    throw new Refusal('signed_outside_key_time', `The account is dated to a time when the key ${kid} was not in use.`);
  if (credential.iat > now + CLOCKS_DIFFER || Date.parse(credential.validFrom) / 1000 > now + CLOCKS_DIFFER)
    throw new Refusal('signed_in_future', 'The account is dated in the future.');
  return { credential, kid, revoked: known.revoked };
}

function dateOf(seconds: number): string {
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : 'an unknown time';
}

/** Maximum clock difference in seconds. */
const CLOCKS_DIFFER = 300;

/** Splits a JWS into three parts in canonical base64url: decoders accept several encodings of the same bytes. */
function isCompactJws(jws: string): boolean {
  const parts = jws.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => {
      try {
        return part !== '' && base64url.encode(base64url.decode(part)) === part;
      } catch {
        return false;
      }
    })
  );
}

/**
 * Returns the key that the header names: by its thumbprint, or by the address of the verification method in the issuer's document. The
 * algorithm in the header is compared, never used.
 */
function readHeader(jws: string): { readonly kid: string; readonly issuer: string | undefined } {
  let header: Record<string, unknown>;
  try {
    header = { ...decodeProtectedHeader(jws) };
  } catch {
    throw new Refusal('header_refused', 'The header of the signature cannot be read.');
  }
  for (const [name, expected] of Object.entries(ACCOUNT_CREDENTIAL_HEADER)) {
    if (header[name] !== expected)
      throw new Refusal('header_refused', `The header of the signature must have ${name}: ${expected}, not ${shown(header[name])}.`);
  }
  const extra = Object.keys(header).find((name) => !HEADER_MEMBERS.has(name));
  if (extra !== undefined) throw new Refusal('header_refused', `The header of the signature has an unknown member: ${shown(extra)}.`);
  if (typeof header['kid'] !== 'string') throw new Refusal('header_refused', 'The header of the signature names no key.');
  const kid = header['kid'];
  const at = kid.indexOf('#');
  return at < 0 ? { kid, issuer: undefined } : { kid: kid.slice(at + 1), issuer: kid.slice(0, at) };
}

async function verifiedPayload(jws: string, { key }: KnownKey): Promise<Uint8Array> {
  try {
    return (await compactVerify(jws, key, { algorithms: [ACCOUNT_CREDENTIAL_HEADER.alg] })).payload;
  } catch {
    throw new Refusal(
      'signature_wrong',
      'The signature is invalid: the account was changed after it was signed, or signed with another key.',
    );
  }
}

function readPayload(bytes: Uint8Array): AccountCredential {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    value = undefined;
  }
  if (!isAccountCredential(value))
    throw new Refusal('payload_shape', 'The signed payload is not the account of a publication or correction.');
  return value;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : value === undefined ? 'nothing' : 'something else';
}
