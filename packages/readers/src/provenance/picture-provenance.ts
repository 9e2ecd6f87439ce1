/** An action recorded in a manifest. */
export interface ProvenanceAction {
  /** The C2PA action name, such as `c2pa.created`. */
  readonly action: string;
  /** The digital source type, the last part of the IPTC URL: `digitalCapture`, `trainedAlgorithmicMedia`. */
  readonly digitalSourceType: string | null;
  /** The program that performed it. */
  readonly softwareAgent: string | null;
  readonly description: string | null;
}

/** An ingredient of the picture. */
export interface ProvenanceIngredient {
  readonly title: string | null;
  readonly format: string | null;
  /** `parentOf` is the picture that it was derived from, `componentOf` one that was inserted, `inputTo` the input of a program. */
  readonly relationship: string | null;
  /** Whether it has its own manifest. */
  readonly hasManifest: boolean;
}

/** The content of a picture's manifest, and the result of its validation. */
export interface PictureProvenance {
  /**
   * `valid`: the picture and the manifest are unchanged since they were signed. `invalid`: something was changed afterwards, or
   * the manifest
   * breaks the rules. `incomplete`: no fault was found, but the manifest is bound to the picture in a way that is not supported
   * here. No result proves the identity of the signer: certificates are not checked against a trust list.
   */
  readonly validation: 'valid' | 'invalid' | 'incomplete';
  /** The faults, as C2PA codes (`assertion.dataHash.mismatch`); empty if there are none. */
  readonly faults: readonly string[];
  /** Subject and issuer of the certificate, which are not verified. */
  readonly signer: {
    readonly name: string | null;
    readonly organization: string | null;
    readonly issuer: string | null;
    readonly isTrustListed: 'not_checked';
  } | null;
  /** ISO 8601, from the time stamp of an authority in the signature; null without one. */
  readonly signedAt: string | null;
  /** The program that created the manifest. */
  readonly claimGenerator: string | null;
  readonly title: string | null;
  readonly actions: readonly ProvenanceAction[];
  readonly ingredients: readonly ProvenanceIngredient[];
  /** Whether the manifest states that AI created the picture or a part of it. Null if it does not state its origin. */
  readonly madeByAI: 'whole' | 'part' | 'no' | null;
  /** The number of manifests in the picture, including those of its ingredients. */
  readonly manifests: number;
}

/** A picture whose manifest is to be read. */
export interface PictureInput {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The picture types whose manifests are read. */
export const PROVENANCE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif'];
