import { fromBase64 } from '../bytes/base64.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { CertificateError } from './certificate-error.ts';

const MAXIMUM_AUTHORITIES = 200;
const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;
const MAXIMUM_PEM = 4_000_000;

/**
 * Reads the certificates that chains must lead to.
 *
 * @param authorities PEM, or each one as DER
 * @throws CertificateError `authorities_unusable`
 */
export function readAuthorities(authorities: string | readonly Uint8Array[]): readonly Certificate[] {
  if (typeof authorities === 'string' && authorities.length > MAXIMUM_PEM) throw unusable('are too many');
  const encoded =
    typeof authorities === 'string'
      ? Array.from(authorities.matchAll(PEM), ([, text = '']) => fromBase64(text.replaceAll(/\s+/g, '')))
      : authorities;
  if (encoded.length === 0 || encoded.length > MAXIMUM_AUTHORITIES) throw unusable(`are not 1 to ${MAXIMUM_AUTHORITIES} certificates`);
  return encoded.map((each) => {
    try {
      return readCertificate(each ?? new Uint8Array());
    } catch (error) {
      throw unusable(`cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  });
}

function unusable(why: string): CertificateError {
  return new CertificateError('authorities_unusable', `The certificates of the authorities ${why}.`);
}
