/** The digest of an author's name, which a disclosure tells: the name can be erased, and what is signed stays valid. */
export interface BylineDigest {
  /** The SHA-256 of the disclosure, as base64url. */
  readonly digest: string;
}

/** A tag as it was printed. */
export interface EditionTag {
  readonly slug: string;
  readonly name: string;
}

/** A picture of an edition, with everything that is said about it. */
export interface EditionPicture {
  readonly assetId: string;
  /** Its role: thumbnail, inline, attachment. */
  readonly relationship: string;
  /** The SHA-256 of its bytes, in hex; null for a picture at another site. */
  readonly sha256: string | null;
  readonly mimeType: string | null;
  /** The address of a picture at another site; null for a stored one. */
  readonly url: string | null;
  readonly name: string;
  readonly altText: string | null;
  readonly caption: string | null;
  readonly credit: string | null;
  readonly copyrightNotice: string | null;
  readonly license: string | null;
  /** How it came into being: a term of the IPTC vocabulary, such as `digitalCapture`. */
  readonly digitalSourceType: string | null;
  /** Whether AI was involved; null if nobody has stated that. */
  readonly aiAssisted: boolean | null;
  readonly model: string | null;
  readonly toldBy: 'manifest' | 'application' | 'people' | null;
  /** The part of the picture that is shown, in shares of its width and height; absent for the whole. */
  readonly crop?: EditionCrop;
  /** The point that stays visible if the picture is cut, in shares of its width and height. */
  readonly focal?: EditionPoint;
}

/** A part of a picture, from 0 to 1 of its width and height. */
export interface EditionCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of a picture, from 0 to 1 of its width and height. */
export interface EditionPoint {
  readonly x: number;
  readonly y: number;
}

/** A passage of the text that a fact or reference belongs to: a field, and positions of UTF-16 code units in it. */
export interface EditionPassage {
  readonly field: string;
  readonly start: number;
  readonly end: number;
}

/** A file of an edition that is no picture. */
export interface EditionFile {
  readonly assetId: string;
  readonly relationship: string;
  readonly sha256: string | null;
  readonly mimeType: string | null;
  readonly url: string | null;
  readonly size: number | null;
  readonly name: string;
  readonly description: string | null;
}

/** A fact of an edition, as it was linked. */
export interface EditionFact {
  readonly factId: string;
  readonly relationship: string;
  readonly statement: string;
  readonly status: string;
  readonly confidence: number | null;
  readonly sources: readonly unknown[];
  /** Where it stands in the text, if that is known. */
  readonly at?: EditionPassage;
}

/** A piece that an edition cites, under its title of that time. */
export interface EditionReference {
  readonly targetId: string;
  /** The cited version; null if it was not pinned. */
  readonly version: number | null;
  readonly title: string;
  readonly url: string | null;
  /** Where it stands in the text, if that is known. */
  readonly at?: EditionPassage;
}

/** What can be withheld from an edition. */
export const WITHHELD_KINDS = ['picture', 'file', 'fact', 'reference'] as const;
export type WithheldKind = (typeof WITHHELD_KINDS)[number];

/** Why something is withheld. */
export const WITHHOLDING_CODES = ['rights', 'privacy', 'court_order', 'safety', 'error'] as const;
export type WithholdingCode = (typeof WITHHOLDING_CODES)[number];

/** Something that an edition showed, and that readers no longer get. */
export interface EditionWithheld {
  readonly kind: WithheldKind;
  /** The id of the asset, the fact or the cited piece. */
  readonly id: string;
  readonly code: WithholdingCode;
  readonly at: string;
}

/**
 * What an edition shows besides the text of the piece, frozen at publication: readers get this, and nothing else, about pictures, files,
 * facts, references and the names of tags. A closed document: its SHA-256 is a part of the edition's digest.
 */
export interface Shown {
  /** The version of this document's form. */
  readonly v: 1;
  /** In the order in which they are named. Absent in editions whose text is signed with the names themselves. */
  readonly authors?: readonly BylineDigest[];
  readonly tags: readonly EditionTag[];
  /** In the order in which they are shown. */
  readonly pictures: readonly EditionPicture[];
  readonly files: readonly EditionFile[];
  readonly facts: readonly EditionFact[];
  readonly references: readonly EditionReference[];
  /** The addresses of pictures and recordings at other sites that the text shows: what they show is not frozen. Absent if there are none. */
  readonly remote?: readonly string[];
  readonly withheld: readonly EditionWithheld[];
}
