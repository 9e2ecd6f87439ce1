/**
 * Why the manifest of a picture is refused:
 *
 * - `picture_unsupported`: neither JPEG nor PNG, or too large
 * - `picture_malformed`: the file ends within one of its parts, or has two manifest stores
 * - `manifest_malformed`: the manifest is not the JUMBF and CBOR that the standard has
 * - `manifest_unsupported`: it is bound to the picture, or packed, in a way that is not read here
 * - `assertion_missing`, `assertion_differs`, `assertion_undeclared`: a statement that the claim names is not there or was changed, or one
 *   is there that it does not name
 * - `ingredient_differs`: the manifest of a picture that this one was made from is missing, or was changed
 * - `signature_wrong`: the claim was changed, or signed with another key
 * - `picture_differs`: the picture was changed
 * - `picture_uncovered`: the manifest leaves out parts of the picture besides itself
 * - `algorithm_unsupported`, `certificate_unfit`, `certificate_expired`, `chain_untrusted`, `authorities_unusable`: as for time stamps
 */
export type PictureFault =
  | 'picture_unsupported'
  | 'picture_malformed'
  | 'manifest_malformed'
  | 'manifest_unsupported'
  | 'assertion_missing'
  | 'assertion_differs'
  | 'assertion_undeclared'
  | 'ingredient_differs'
  | 'signature_wrong'
  | 'picture_differs'
  | 'picture_uncovered'
  | 'algorithm_unsupported'
  | 'certificate_unfit'
  | 'certificate_expired'
  | 'chain_untrusted'
  | 'authorities_unusable';

/** A picture whose manifest cannot be read, or proves nothing. */
export class PictureError extends Error {
  readonly code: PictureFault;

  constructor(code: PictureFault, message: string) {
    super(message);
    this.name = 'PictureError';
    this.code = code;
  }
}

export function malformedManifest(what: string): PictureError {
  return new PictureError('manifest_malformed', `The manifest of the picture ${what}.`);
}
