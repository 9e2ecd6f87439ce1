import {
  contextTag,
  DER_TAG,
  derBitString,
  derBoolean,
  derElement,
  derExplicit,
  derInteger,
  derObjectIdentifier,
  derOctetString,
  derSequence,
  derSetOf,
  derTime,
  derUtf8String,
} from '@colophon/contract/der';
import { createHash } from 'node:crypto';

/** A certificate with the key that belongs to it. */
export interface Holder {
  readonly name: string;
  readonly der: Uint8Array;
  readonly keys: CryptoKeyPair;
}

export interface CertificateOptions {
  readonly issuer?: Pick<Holder, 'name' | 'keys'>;
  readonly keys?: CryptoKeyPair;
  readonly serial?: bigint;
  readonly from?: string;
  readonly until?: string;
  readonly extensions?: readonly Uint8Array[];
}

const ECDSA_SHA256 = derSequence(derObjectIdentifier('1.2.840.10045.4.3.2'));
const SHA256 = derSequence(derObjectIdentifier('2.16.840.1.101.3.4.2.1'));
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export const makeKeys = async (curve = 'P-256'): Promise<CryptoKeyPair> =>
  (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: curve }, true, ['sign', 'verify'])) as CryptoKeyPair;

export const extension = (oid: string, value: Uint8Array, isCritical = true): Uint8Array =>
  derSequence(derObjectIdentifier(oid), ...(isCritical ? [derBoolean(true)] : []), derOctetString(value));
export const constraints = (isAuthority: boolean, pathLength?: number): Uint8Array =>
  extension(
    '2.5.29.19',
    derSequence(...(isAuthority ? [derBoolean(true)] : []), ...(pathLength === undefined ? [] : [derInteger(pathLength)])),
  );
export const keyUsage = (octet: number, unused: number): Uint8Array => extension('2.5.29.15', derBitString(Uint8Array.of(octet), unused));
export const purposes = (isCritical = true, ...oids: string[]): Uint8Array =>
  extension('2.5.29.37', derSequence(...(oids.length > 0 ? oids : [TIME_STAMPING]).map(derObjectIdentifier)), isCritical);

const nameOf = (name: string): Uint8Array => derSequence(derSetOf(derSequence(derObjectIdentifier('2.5.4.3'), derUtf8String(name))));

async function signed(keys: CryptoKeyPair, bytes: Uint8Array): Promise<Uint8Array> {
  const raw = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, bytes as BufferSource));
  const half = raw.length / 2;
  const [r, s] = [raw.subarray(0, half), raw.subarray(half)].map((part) => BigInt(`0x${part.toString('hex')}`));
  return derSequence(derInteger(r!), derInteger(s!));
}

/** A certificate with ECDSA on P-256, of an authority unless its extensions say otherwise; of its own unless there is an issuer. */
export async function makeHolder(name: string, options: CertificateOptions = {}): Promise<Holder> {
  const {
    serial = 7n,
    from = '2020-01-01T00:00:00Z',
    until = '2040-01-01T00:00:00Z',
    extensions = [constraints(true), keyUsage(0x04, 2)],
  } = options;
  const keys = options.keys ?? (await makeKeys());
  const issuer = options.issuer ?? { name, keys };
  const body = derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(serial),
    ECDSA_SHA256,
    nameOf(issuer.name),
    derSequence(derTime(new Date(from)), derTime(new Date(until))),
    nameOf(name),
    new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey)),
    ...(extensions.length > 0 ? [derExplicit(3, derSequence(...extensions))] : []),
  );
  return { name, keys, der: derSequence(body, ECDSA_SHA256, derBitString(await signed(issuer.keys, body))) };
}

/** A certificate of a signer of time stamps, below an issuer. */
export const makeStamper = (issuer: Holder, options: CertificateOptions = {}): Promise<Holder> =>
  makeHolder('stamper', { issuer, serial: 9n, extensions: [keyUsage(0x80, 7), purposes()], ...options });

/** What a token says; each part can be replaced by something that is wrong. */
export interface TokenOptions {
  readonly data?: Uint8Array;
  readonly time?: string;
  readonly nonce?: bigint;
  readonly certificates?: readonly Uint8Array[];
  readonly imprint?: Uint8Array;
  readonly infoVersion?: number;
  readonly afterInfo?: readonly Uint8Array[];
  readonly contentType?: string;
  readonly attributes?: (attributes: readonly Uint8Array[]) => readonly Uint8Array[];
  readonly named?: { readonly name: string; readonly serial: bigint };
  readonly certificateHash?: Uint8Array;
  readonly signatureAlgorithm?: Uint8Array;
  readonly signers?: number;
  readonly version?: number;
}

export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
export const attribute = (oid: string, ...values: Uint8Array[]): Uint8Array => derSequence(derObjectIdentifier(oid), derSetOf(...values));

/** Signs a time stamp as RFC 3161 has it. */
export async function makeToken(stamper: Holder, options: TokenOptions = {}): Promise<Uint8Array> {
  const { data = new Uint8Array(), time = '20260601120000Z', nonce, named = { name: 'root', serial: 9n } } = options;
  const info = derSequence(
    derInteger(options.infoVersion ?? 1),
    derObjectIdentifier('1.2.3.4.1'),
    options.imprint ?? derSequence(SHA256, derOctetString(sha256(data))),
    derInteger(42),
    derElement(DER_TAG.generalizedTime, new TextEncoder().encode(time)),
    ...(nonce === undefined ? [] : [derInteger(nonce)]),
    ...(options.afterInfo ?? []),
  );
  const contentType = derObjectIdentifier(options.contentType ?? '1.2.840.113549.1.9.16.1.4');
  const attributes = [
    attribute('1.2.840.113549.1.9.3', contentType),
    attribute('1.2.840.113549.1.9.4', derOctetString(sha256(info))),
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      derSequence(derSequence(derSequence(derOctetString(options.certificateHash ?? sha256(stamper.der))))),
    ),
  ];
  const set = derSetOf(...(options.attributes?.(attributes) ?? attributes));
  const implicit = Uint8Array.from(set);
  implicit[0] = contextTag(0, 'constructed');
  const signer = derSequence(
    derInteger(1),
    derSequence(nameOf(named.name), derInteger(named.serial)),
    SHA256,
    implicit,
    options.signatureAlgorithm ?? ECDSA_SHA256,
    derOctetString(await signed(stamper.keys, set)),
  );
  const content = derSequence(
    derInteger(options.version ?? 3),
    derSetOf(SHA256),
    derSequence(derObjectIdentifier('1.2.840.113549.1.9.16.1.4'), derExplicit(0, derOctetString(info))),
    derElement(contextTag(0, 'constructed'), ...(options.certificates ?? [stamper.der])),
    derSetOf(...Array.from({ length: options.signers ?? 1 }, () => signer)),
  );
  return derSequence(derObjectIdentifier('1.2.840.113549.1.7.2'), derExplicit(0, content));
}
