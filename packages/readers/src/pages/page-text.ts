/** What is asked to be read. */
export interface PageInput {
  readonly bytes: Uint8Array;
  /** By what the bytes are: `text/html`, `application/xhtml+xml`, `application/pdf`, `text/plain` or `text/markdown`. */
  readonly mimeType: string;
  /** The value of `Content-Type`, for its charset. */
  readonly contentType?: string;
  /** Where the page stands: relative addresses in it are resolved by it. */
  readonly url: string;
}

/** What a page says, as plain data. All of it is a stranger's: `html` is not sanitized. */
export interface PageText {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  /** A BCP 47 tag in its usual spelling; `null` where the page names none that is one. */
  readonly language: string | null;
  /** As the page writes it. */
  readonly publishedTime: string | null;
  readonly excerpt: string | null;
  /** Where the page says that it belongs: http or https. */
  readonly canonicalUrl: string | null;
  /** The article alone, with absolute addresses; `null` for PDF and plain text. */
  readonly html: string | null;
  /** The same as plain text; empty when there is none. */
  readonly text: string;
  /** Whether there was more than is read, such as pages of a PDF beyond the 500th. */
  readonly isTruncated: boolean;
}
