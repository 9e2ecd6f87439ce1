import { contextTag, DER_TAG, DerReader, readDerSequence } from '@colophon/contract/der';
import { equalBytes } from '../bytes/bytes.ts';
import { type AlgorithmIdentifier, readAlgorithm } from './algorithms.ts';

/** An X.509 certificate, as far as chains of time stamps need it (RFC 5280 §4.1). */
export interface Certificate {
  /** The whole of it. */
  readonly bytes: Uint8Array;
  /** What is signed. */
  readonly signed: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly serial: bigint;
  /** Names are compared by their bytes: equal names are written alike by an authority that issues chains. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly extensions: CertificateExtensions;
}

export interface CertificateExtensions {
  readonly isAuthority: boolean;
  /** How many certificates of authorities may stand between this one and the end of the chain. */
  readonly pathLength: number | null;
  /** The first octet of the key usage: 0x80 for signatures, 0x40 for commitments, 0x04 for certificates. */
  readonly keyUsage: number | null;
  readonly extendedKeyUsage: { readonly purposes: readonly string[]; readonly isCritical: boolean } | null;
  readonly subjectKeyId: Uint8Array | null;
  readonly authorityKeyId: Uint8Array | null;
  /** The first extension that must be understood and is not. */
  readonly unknownCritical: string | null;
}

const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;
const KNOWN = new Set<string>(Object.values(EXTENSION));

/**
 * Reads a certificate (RFC 5280 §4.1), version 3 alone.
 *
 * @throws DerError
 */
export function readCertificate(bytes: Uint8Array): Certificate {
  const outer = readDerSequence(bytes);
  const signed = outer.element(DER_TAG.sequence);
  const signatureAlgorithm = readAlgorithm(outer);
  const signature = wholeOctets(outer);
  outer.end();
  const reader = new DerReader(signed.content);
  const version = reader.explicit(0);
  const isThird = version.integer() === 2n;
  version.end();
  const serial = reader.integer();
  const repeated = readAlgorithm(reader);
  const issuer = reader.element(DER_TAG.sequence).bytes;
  const validity = reader.sequence();
  const [notBefore, notAfter] = [validity.time(), validity.time()];
  validity.end();
  const subject = reader.element(DER_TAG.sequence).bytes;
  const publicKey = reader.element(DER_TAG.sequence).bytes;
  for (const number of [1, 2]) reader.optional(contextTag(number, 'primitive'));
  const wrapped = reader.optionalExplicit(3);
  reader.end();
  const extensions = readExtensions(wrapped?.sequence());
  wrapped?.end();
  if (!isThird || serial < 0n || !equalBytes(repeated.bytes, signatureAlgorithm.bytes))
    throw new CertificateShapeError('A certificate has another version than 3, a negative number, or two signature algorithms.');
  return {
    bytes,
    signed: signed.bytes,
    signatureAlgorithm,
    signature,
    serial,
    issuer,
    subject,
    notBefore,
    notAfter,
    publicKey,
    extensions,
  };
}

/** A certificate that is DER, but none that is read here. Never leaves this room. */
export class CertificateShapeError extends Error {}

/** @throws DerError */
function readExtensions(reader: DerReader | undefined): CertificateExtensions {
  const found = new Map<string, { readonly isCritical: boolean; readonly value: Uint8Array }>();
  while (reader && !reader.isDone) {
    const extension = reader.sequence();
    const oid = extension.objectIdentifier();
    // Whether it is critical is left out by DER if it is not, but many certificates say so.
    const critical = extension.optional(DER_TAG.boolean);
    const isCritical = critical !== undefined && new DerReader(critical.bytes).boolean();
    const value = extension.octetString();
    extension.end();
    if (found.has(oid)) throw new CertificateShapeError('A certificate has an extension twice.');
    found.set(oid, { isCritical, value });
  }
  const valueOf = (oid: string): DerReader | undefined => {
    const value = found.get(oid)?.value;
    return value && new DerReader(value);
  };
  const keyUsage = valueOf(EXTENSION.keyUsage)?.bitString();
  const extendedKeyUsage = valueOf(EXTENSION.extendedKeyUsage)?.sequence();
  return {
    ...readConstraints(valueOf(EXTENSION.basicConstraints)?.sequence()),
    // Without any bit it allows nothing.
    keyUsage: keyUsage ? (keyUsage.octets[0] ?? 0) : null,
    extendedKeyUsage: extendedKeyUsage
      ? { purposes: readIdentifiers(extendedKeyUsage), isCritical: found.get(EXTENSION.extendedKeyUsage)?.isCritical === true }
      : null,
    subjectKeyId: valueOf(EXTENSION.subjectKeyId)?.octetString() ?? null,
    authorityKeyId: valueOf(EXTENSION.authorityKeyId)?.sequence().optional(contextTag(0, 'primitive'))?.content ?? null,
    unknownCritical: [...found].find(([oid, { isCritical }]) => isCritical && !KNOWN.has(oid))?.[0] ?? null,
  };
}

function readConstraints(reader: DerReader | undefined): Pick<CertificateExtensions, 'isAuthority' | 'pathLength'> {
  const authority = reader?.optional(DER_TAG.boolean);
  const isAuthority = authority !== undefined && new DerReader(authority.bytes).boolean();
  const pathLength = reader && !reader.isDone ? reader.count() : null;
  reader?.end();
  return { isAuthority, pathLength };
}

function readIdentifiers(reader: DerReader): string[] {
  const identifiers: string[] = [];
  while (!reader.isDone) identifiers.push(reader.objectIdentifier());
  return identifiers;
}

/** The octets of a `BIT STRING` that is a key or a signature. @throws DerError */
export function wholeOctets(reader: DerReader): Uint8Array {
  const { octets, unusedBits } = reader.bitString();
  if (unusedBits > 0) throw new CertificateShapeError('A key or signature does not end with a whole octet.');
  return octets;
}

const NAME_PARTS: Readonly<Record<string, string>> = { '2.5.4.3': 'CN', '2.5.4.10': 'O', '2.5.4.11': 'OU', '2.5.4.6': 'C' };
const TEXTS: ReadonlySet<number> = new Set([DER_TAG.utf8String, DER_TAG.printableString, DER_TAG.ia5String]);

/** A name for people to read, such as `CN=Time stamps, O=Example`; never for comparing. */
export function readableName(name: Uint8Array): string {
  const parts: string[] = [];
  const names = readDerSequence(name);
  while (!names.isDone) {
    for (const { bytes } of names.setOf('free')) {
      const pair = readDerSequence(bytes);
      const label = NAME_PARTS[pair.objectIdentifier()];
      const { tag, content } = pair.any();
      // Control characters and marks that turn the direction of writing could make it read as something else.
      const text = new TextDecoder().decode(content.subarray(0, 200)).replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
      if (label !== undefined && TEXTS.has(tag)) parts.push(`${label}=${text}`);
    }
  }
  return parts.join(', ');
}
