/** What a manifest says was done to a picture. */
export interface ProvenanceAction {
  /** As C2PA names it, `c2pa.created` for example. */
  readonly action: string;
  /** How what it made came to be, the last part of the IPTC's address: `digitalCapture`, `trainedAlgorithmicMedia`. */
  readonly digitalSourceType: string | null;
  /** The program that did it. */
  readonly softwareAgent: string | null;
  readonly description: string | null;
}

/** Something that the picture was made of. */
export interface ProvenanceIngredient {
  readonly title: string | null;
  readonly format: string | null;
  /** `parentOf` is the picture that it was made from, `componentOf` one that was put into it, `inputTo` what a program was given. */
  readonly relationship: string | null;
  /** It came with a manifest of its own. */
  readonly hasManifest: boolean;
}

/** What the manifest that a picture carries says, and what is right about that. */
export interface PictureProvenance {
  /**
   * `valid`: the picture and the manifest are as they were signed. `invalid`: something was changed afterwards, or the manifest
   * breaks the rules. `incomplete`: nothing is wrong, and what binds the manifest to the picture is of a kind that is not checked
   * here. None says that the signer is who the certificate names: no certificate is checked against a trust list.
   */
  readonly validation: 'valid' | 'invalid' | 'incomplete';
  /** What is wrong, by the codes of C2PA (`assertion.dataHash.mismatch`); empty when nothing is. */
  readonly faults: readonly string[];
  /** What the certificate says of whom it was made for and who made it. Nobody has checked that. */
  readonly signer: {
    readonly name: string | null;
    readonly organization: string | null;
    readonly issuer: string | null;
    readonly isTrustListed: 'not_checked';
  } | null;
  /** ISO 8601. By the time stamp of an authority that the signature carries; null without one. */
  readonly signedAt: string | null;
  /** The program that made the manifest. */
  readonly claimGenerator: string | null;
  readonly title: string | null;
  readonly actions: readonly ProvenanceAction[];
  readonly ingredients: readonly ProvenanceIngredient[];
  /** Whether the manifest says that AI made the picture, or a part of it. Null when it says nothing of how it came to be. */
  readonly madeByAI: 'whole' | 'part' | 'no' | null;
  /** How many manifests the picture carries, with those of what it was made of. */
  readonly manifests: number;
}

/** A picture whose manifest is to be read. */
export interface PictureInput {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The types of pictures whose manifests are read. */
export const PROVENANCE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif'];
