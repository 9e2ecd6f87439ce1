/** A picture that a gallery shows. */
export interface GalleryPicture {
  readonly src: string;
  readonly alt: string;
  readonly caption: string;
}

/** What the galleries of a piece show, by `galleryKey`. */
export type Galleries = Readonly<Record<string, readonly GalleryPicture[]>>;

/** The texts of a piece that are HTML. */
export interface HtmlInput {
  readonly html: string;
  readonly linesAreParagraphs: boolean;
  /** Addresses in the body and what stands in their place. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Of a piece of WordPress, whose own shortcodes are shown; undefined for any other. */
  readonly galleries: Galleries | undefined;
  readonly title: string;
  readonly description: string;
}

/** The same as Markdown and plain text. */
export interface ConvertedHtml {
  readonly markdown: string;
  readonly title: string;
  readonly description: string;
  readonly shortcodes: readonly (readonly [name: string, count: number])[];
  readonly removed: readonly (readonly [name: string, count: number])[];
}

/** What a worker answers for one piece of a batch. */
export type ConversionAnswer = { readonly converted: ConvertedHtml } | { readonly isTooComplex: true };
