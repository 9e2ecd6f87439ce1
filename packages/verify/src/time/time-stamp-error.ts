/**
 * Why a time stamp is refused:
 *
 * - `malformed`: it is not DER, not the structure of RFC 3161, or too large
 * - `refused_by_authority`: the authority answered that it stamps nothing
 * - `algorithm_unsupported`: a hash or signature other than SHA-256, SHA-384 and SHA-512 with RSA (PKCS #1 v1.5) or ECDSA on P-256 and P-384
 * - `imprint_differs`: it is the stamp of something else
 * - `nonce_differs`, `policy_differs`: it is not the answer to this request
 * - `content_differs`: the signature covers another content
 * - `signer_missing`: the certificate of the signer is neither in the stamp nor among the authorities
 * - `signing_certificate_differs`: the signature names another certificate (ESS)
 * - `signature_wrong`: the signature does not fit
 * - `certificate_unfit`: a certificate may not be used for this
 * - `certificate_expired`: a certificate was not valid at the time of the stamp
 * - `chain_untrusted`: no chain of certificates leads to one of the authorities
 * - `authorities_unusable`: the authorities are not certificates
 * - `time_in_future`: the stamp is dated later than now
 */
export type TimeStampFault =
  | 'malformed'
  | 'refused_by_authority'
  | 'algorithm_unsupported'
  | 'imprint_differs'
  | 'nonce_differs'
  | 'policy_differs'
  | 'content_differs'
  | 'signer_missing'
  | 'signing_certificate_differs'
  | 'signature_wrong'
  | 'certificate_unfit'
  | 'certificate_expired'
  | 'chain_untrusted'
  | 'authorities_unusable'
  | 'time_in_future';

/** A time stamp that proves nothing, or an answer without one. */
export class TimeStampError extends Error {
  readonly code: TimeStampFault;

  constructor(code: TimeStampFault, message: string) {
    super(message);
    this.name = 'TimeStampError';
    this.code = code;
  }
}
