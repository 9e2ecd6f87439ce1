/**
 * What is wrong with the bytes:
 *
 * - `der_cut`: they end before the element does
 * - `der_rest`: something follows where nothing may
 * - `der_length`: a length is not the shortest possible form, indefinite (which is BER), or beyond 4 bytes
 * - `der_tag`: another element stands here, or its identifier has no form that DER allows
 * - `der_value`: the contents are not the one encoding that DER has for the value
 */
export type DerFault = 'der_cut' | 'der_rest' | 'der_length' | 'der_tag' | 'der_value';

/** Bytes that are no DER (X.690 §8 to §11), or not the expected structure. */
export class DerError extends Error {
  readonly code: DerFault;

  constructor(code: DerFault, message: string) {
    super(message);
    this.name = 'DerError';
    this.code = code;
  }
}
