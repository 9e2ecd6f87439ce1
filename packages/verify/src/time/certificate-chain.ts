import { equalBytes } from '../bytes/bytes.ts';
import { schemeOf } from './algorithms.ts';
import { type Certificate, readableName } from './certificate.ts';
import { TimeStampError } from './time-stamp-error.ts';
import { isSignedWith } from './verify-signed.ts';

/** The purpose of keys that stamp time (RFC 3161 §2.3), and the one of authorities that allow all (RFC 5280 §4.2.1.12). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_PURPOSE = '2.5.29.37.0';

const SIGNS = 0x80 | 0x40;
const SIGNS_CERTIFICATES = 0x04;

const MAXIMUM_CHAIN = 8;
/** Certificates of the same name can be linked in very many ways. */
const MAXIMUM_ATTEMPTS = 40;

/**
 * Finds a chain from the certificate of a signer to an authority (RFC 5280 §6.1), all of it valid at a time. Revocation is not known here.
 *
 * @param others certificates that nothing vouches for
 * @param time of the stamp
 * @returns the signer first, the authority last
 * @throws TimeStampError `certificate_unfit`, `certificate_expired`, `chain_untrusted`, `algorithm_unsupported`
 * @throws DerError
 */
export async function findChain(
  signer: Certificate,
  others: readonly Certificate[],
  authorities: readonly Certificate[],
  time: Date,
): Promise<readonly Certificate[]> {
  checkSigner(signer);
  checkTime(signer, time);
  return new ChainSearch(others, authorities, time).from(signer);
}

class ChainSearch {
  protected readonly authorities: readonly Certificate[];
  protected readonly candidates: readonly Certificate[];
  protected readonly time: Date;
  protected attempts = 0;
  /** Why a certificate that fits by its name does not fit otherwise: says more than that there is no chain. */
  protected fault: TimeStampError | undefined;

  constructor(others: readonly Certificate[], authorities: readonly Certificate[], time: Date) {
    this.authorities = authorities;
    this.candidates = [...authorities, ...others];
    this.time = time;
  }

  async from(signer: Certificate): Promise<readonly Certificate[]> {
    const chain = await this.extend([signer]);
    if (chain) return chain;
    throw this.fault ?? new TimeStampError('chain_untrusted', 'No chain of certificates leads to one of the authorities.');
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
    if (this.attempts > MAXIMUM_ATTEMPTS) throw new TimeStampError('chain_untrusted', 'Too many certificates have the same name.');
    try {
      checkAuthority(issuer, chain);
      checkTime(issuer, this.time);
      return await isSignedWith(issuer.publicKey, schemeOf(last.signatureAlgorithm), last.signature, last.signed);
    } catch (error) {
      if (!(error instanceof TimeStampError)) throw error;
      this.fault ??= error;
      return false;
    }
  }
}

/** RFC 3161 §2.3: made for stamping time and for nothing else, and says so in a way that nobody may overlook. */
function checkSigner({ extensions, subject }: Certificate): void {
  const { extendedKeyUsage, keyUsage, unknownCritical } = extensions;
  const [purpose, ...more] = extendedKeyUsage?.purposes ?? [];
  if (purpose !== TIME_STAMPING || more.length > 0 || !extendedKeyUsage?.isCritical)
    throw unfit(subject, 'is not made for stamping time, and for that alone');
  if (keyUsage !== null && (keyUsage & SIGNS) === 0) throw unfit(subject, 'may not sign');
  if (unknownCritical !== null) throw unfit(subject, `has the critical extension ${unknownCritical}, which is not understood here`);
}

/** RFC 5280 §6.1.4, and the purposes of an authority, which limit those below it. */
function checkAuthority({ extensions, subject }: Certificate, chain: readonly Certificate[]): void {
  const { isAuthority, pathLength, keyUsage, extendedKeyUsage, unknownCritical } = extensions;
  if (!isAuthority || (keyUsage !== null && (keyUsage & SIGNS_CERTIFICATES) === 0)) throw unfit(subject, 'may not issue certificates');
  // Certificates that an authority issues to itself do not count.
  const between = chain.slice(1).filter((each) => !equalBytes(each.issuer, each.subject)).length;
  if (pathLength !== null && between > pathLength) throw unfit(subject, 'does not allow so many authorities below it');
  const purposes = extendedKeyUsage?.purposes ?? [ANY_PURPOSE];
  if (!purposes.includes(TIME_STAMPING) && !purposes.includes(ANY_PURPOSE))
    throw unfit(subject, 'may not issue certificates for stamping time');
  if (unknownCritical !== null) throw unfit(subject, `has the critical extension ${unknownCritical}, which is not understood here`);
}

function checkTime({ notBefore, notAfter, subject }: Certificate, time: Date): void {
  if (time < notBefore || time > notAfter)
    throw new TimeStampError(
      'certificate_expired',
      `The certificate of ${readableName(subject)} is valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}, not at the time of the stamp.`,
    );
}

function isNamedAsIssuer(issuer: Certificate, last: Certificate): boolean {
  const [wanted, has] = [last.extensions.authorityKeyId, issuer.extensions.subjectKeyId];
  return equalBytes(issuer.subject, last.issuer) && (!wanted || !has || equalBytes(wanted, has));
}

function isSame(a: Certificate, b: Certificate): boolean {
  return equalBytes(a.bytes, b.bytes);
}

function unfit(subject: Uint8Array, why: string): TimeStampError {
  return new TimeStampError('certificate_unfit', `The certificate of ${readableName(subject)} ${why}.`);
}
