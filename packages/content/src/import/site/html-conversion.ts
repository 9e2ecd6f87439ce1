/** A picture of a gallery. */
export interface GalleryPicture {
  readonly src: string;
  readonly alt: string;
  readonly caption: string;
}

/** The pictures of the galleries of a piece, by `galleryKey`. */
export type Galleries = Readonly<Record<string, readonly GalleryPicture[]>>;

/** The HTML texts of a piece. */
export interface HtmlInput {
  readonly html: string;
  readonly linesAreParagraphs: boolean;
  /** URLs in the body, and their replacements. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Set for WordPress pieces, whose built-in shortcodes are rendered; undefined for other systems. */
  readonly galleries: Galleries | undefined;
  readonly title: string;
  readonly description: string;
}

/** The result, as Markdown and plain text. */
export interface ConvertedHtml {
  readonly markdown: string;
  readonly title: string;
  readonly description: string;
  readonly shortcodes: readonly (readonly [name: string, count: number])[];
  readonly removed: readonly (readonly [name: string, count: number])[];
}

/** A worker's result for one piece of a batch. */
export type ConversionAnswer = { readonly converted: ConvertedHtml } | { readonly isTooComplex: true };
