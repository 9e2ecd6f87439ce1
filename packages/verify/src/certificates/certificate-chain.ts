import { equalBytes } from '../bytes/bytes.ts';
import { schemeOf } from './algorithms.ts';
import { type Certificate, type CertificateExtensions, readableName } from './certificate.ts';
import { CertificateError } from './certificate-error.ts';
import { isSignedWith } from './verify-signed.ts';

/** What the certificates of a chain must be made for. */
export interface ChainPurpose {
  /** The purposes of which an authority that limits those below it must allow one (RFC 5280 §4.2.1.12). */
  readonly identifiers: readonly string[];
  /** Why the certificate of a signer is not made for it, for example `may not sign`; undefined if it is. */
  readonly unfit: (extensions: CertificateExtensions) => string | undefined;
}

const ANY_PURPOSE = '2.5.29.37.0';

const SIGNS = 0x80 | 0x40;
const SIGNS_CERTIFICATES = 0x04;

const MAXIMUM_CHAIN = 8;
/** Certificates of the same name can be linked in very many ways. */
const MAXIMUM_ATTEMPTS = 40;

export interface ChainOptions {
  /** Certificates that nothing vouches for. */
  readonly others: readonly Certificate[];
  readonly authorities: readonly Certificate[];
  readonly purpose: ChainPurpose;
  /** When all of them must have been valid. */
  readonly time: Date;
}

/**
 * Finds a chain from the certificate of a signer to an authority (RFC 5280 §6.1), all of it valid at a time. Revocation is not known here.
 *
 * @returns the signer first, the authority last
 * @throws CertificateError `certificate_unfit`, `certificate_expired`, `chain_untrusted`, `algorithm_unsupported`
 * @throws DerError
 */
export async function findChain(
  signer: Certificate,
  { others, authorities, purpose, time }: ChainOptions,
): Promise<readonly Certificate[]> {
  checkSigner(signer, purpose, time);
  return new ChainSearch({ others, authorities, purpose, time }).from(signer);
}

/**
 * Checks the certificate of a signer alone, without a chain.
 *
 * @throws CertificateError `certificate_unfit`, `certificate_expired`
 */
export function checkSigner(signer: Certificate, purpose: ChainPurpose, time: Date): void {
  const { keyUsage, unknownCritical } = signer.extensions;
  const why = purpose.unfit(signer.extensions);
  if (why !== undefined) throw unfit(signer.subject, why);
  if (keyUsage !== null && (keyUsage & SIGNS) === 0) throw unfit(signer.subject, 'may not sign');
  if (unknownCritical !== null) throw unfit(signer.subject, `has the critical extension ${unknownCritical}, which is not understood here`);
  checkTime(signer, time);
}

class ChainSearch {
  protected readonly authorities: readonly Certificate[];
  protected readonly candidates: readonly Certificate[];
  protected readonly purpose: ChainPurpose;
  protected readonly time: Date;
  protected attempts = 0;
  /** Why a certificate that fits by its name does not fit otherwise: says more than that there is no chain. */
  protected fault: CertificateError | undefined;

  constructor({ others, authorities, purpose, time }: ChainOptions) {
    this.authorities = authorities;
    this.candidates = [...authorities, ...others];
    this.purpose = purpose;
    this.time = time;
  }

  async from(signer: Certificate): Promise<readonly Certificate[]> {
    const chain = await this.extend([signer]);
    if (chain) return chain;
    throw this.fault ?? new CertificateError('chain_untrusted', 'No chain of certificates leads to one of the authorities.');
  }

  protected async extend(chain: readonly Certificate[]): Promise<readonly Certificate[] | undefined> {
    const last = chain.at(-1);
    if (!last || this.authorities.some((each) => isSame(each, last))) return chain;
    if (chain.length >= MAXIMUM_CHAIN) return undefined;
    for (const issuer of this.candidates) {
      if (!isNamedAsIssuer(issuer, last) || chain.some((each) => isSame(each, issuer))) continue;
      if (!(await this.isIssuer(issuer, last, chain))) continue;
      const found = await this.extend([...chain, issuer]);
      if (found) return found;
    }
    return undefined;
  }

  protected async isIssuer(issuer: Certificate, last: Certificate, chain: readonly Certificate[]): Promise<boolean> {
    this.attempts += 1;
    if (this.attempts > MAXIMUM_ATTEMPTS) throw new CertificateError('chain_untrusted', 'Too many certificates have the same name.');
    try {
      checkAuthority(issuer, chain, this.purpose);
      checkTime(issuer, this.time);
      return await isSignedWith(issuer.publicKey, schemeOf(last.signatureAlgorithm), last.signature, last.signed);
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      this.fault ??= error;
      return false;
    }
  }
}

/** RFC 5280 §6.1.4, and the purposes of an authority, which limit those below it. */
function checkAuthority({ extensions, subject }: Certificate, chain: readonly Certificate[], purpose: ChainPurpose): void {
  const { isAuthority, pathLength, keyUsage, extendedKeyUsage, unknownCritical } = extensions;
  if (!isAuthority || (keyUsage !== null && (keyUsage & SIGNS_CERTIFICATES) === 0)) throw unfit(subject, 'may not issue certificates');
  // Certificates that an authority issues to itself do not count.
  const between = chain.slice(1).filter((each) => !equalBytes(each.issuer, each.subject)).length;
  if (pathLength !== null && between > pathLength) throw unfit(subject, 'does not allow so many authorities below it');
  const purposes = extendedKeyUsage?.purposes ?? [ANY_PURPOSE];
  if (![...purpose.identifiers, ANY_PURPOSE].some((each) => purposes.includes(each)))
    throw unfit(subject, 'may not issue certificates for this purpose');
  if (unknownCritical !== null) throw unfit(subject, `has the critical extension ${unknownCritical}, which is not understood here`);
}

function checkTime({ notBefore, notAfter, subject }: Certificate, time: Date): void {
  if (time < notBefore || time > notAfter)
    throw new CertificateError(
      'certificate_expired',
      `The certificate of ${readableName(subject)} is valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}, not on ${time.toISOString()}.`,
    );
}

function isNamedAsIssuer(issuer: Certificate, last: Certificate): boolean {
  const [wanted, has] = [last.extensions.authorityKeyId, issuer.extensions.subjectKeyId];
  return equalBytes(issuer.subject, last.issuer) && (!wanted || !has || equalBytes(wanted, has));
}

function isSame(a: Certificate, b: Certificate): boolean {
  return equalBytes(a.bytes, b.bytes);
}

function unfit(subject: Uint8Array, why: string): CertificateError {
  return new CertificateError('certificate_unfit', `The certificate of ${readableName(subject)} ${why}.`);
}
