/** Why certificates are refused; time stamps and pictures have the same codes for it. */
export type CertificateFault =
  | 'algorithm_unsupported'
  | 'certificate_unfit'
  | 'certificate_expired'
  | 'chain_untrusted'
  | 'authorities_unusable';

/** A certificate, key or signature that cannot be used. Never leaves this package: it becomes an error of what was verified. */
export class CertificateError extends Error {
  readonly code: CertificateFault;

  constructor(code: CertificateFault, message: string) {
    super(message);
    this.code = code;
  }
}
