import { ACCOUNT_CREDENTIAL_HEADER, type AccountCredential, isDigest, isPlainObject } from '@colophon/contract';
import { base64url, compactVerify, decodeProtectedHeader } from 'jose';
import type { KnownKey } from './key-set.ts';
import { Refusal } from './verdict.ts';

/** A credential with a valid signature. */
export interface ReadCredential {
  readonly credential: AccountCredential;
  readonly kid: string;
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
  const kid = readHeader(jws);
  const known = keys.get(kid);
  if (!known) throw new Refusal('unknown_key', `The account is signed with the key ${kid.slice(0, 100)}, which is not among the keys.`);
  const credential = readPayload(await verifiedPayload(jws, known));
  if (credential.iat < known.from || credential.iat > known.until)
    throw new Refusal('signed_outside_key_time', `The account is dated to a time when the key ${kid} was not in use.`);
  if (credential.iat > now + CLOCKS_DIFFER || Date.parse(credential.validFrom) / 1000 > now + CLOCKS_DIFFER)
    throw new Refusal('signed_in_future', 'The account is dated in the future.');
  return { credential, kid };
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

/** Returns the key that the header names. The algorithm in the header is compared, never used. */
function readHeader(jws: string): string {
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
  return header['kid'];
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

function isAccountCredential(value: unknown): value is AccountCredential {
  if (!isPlainObject(value)) return false;
  const { issuer, validFrom, iat, type, credentialSubject: subject } = value;
  if (!Array.isArray(type) || type[0] !== 'VerifiableCredential' || type.length !== 2) return false;
  if (typeof issuer !== 'string' || typeof validFrom !== 'string' || Number.isNaN(Date.parse(validFrom)) || !Number.isInteger(iat))
    return false;
  if (!isPlainObject(subject) || typeof subject['id'] !== 'string' || typeof subject['contentId'] !== 'string') return false;
  if (!isDigest(subject['textDigest'])) return false;
  if (subject['version'] === undefined) return type[1] === 'PublicationCredential' && isUnversioned(subject);
  if (!Number.isInteger(subject['version']) || subject['revision'] !== undefined) return false;
  if (type[1] === 'PublicationCredential') return isPlainObject(subject['transparency']);
  return type[1] === 'CorrectionCredential' && isCorrection(subject['correction']);
}

/** A publication without a version names the revision of the record, and states nothing else. */
function isUnversioned({ revision, transparency, correction }: Record<string, unknown>): boolean {
  return Number.isInteger(revision) && transparency === undefined && correction === undefined;
}

function isCorrection(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const texts = ['id', 'type', 'summary', 'publishedAt'].every((name) => typeof value[name] === 'string');
  return texts && Number.isInteger(value['number']) && (value['note'] === null || typeof value['note'] === 'string');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : value === undefined ? 'nothing' : 'something else';
}
