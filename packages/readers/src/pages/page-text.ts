/** The input of a page reader. */
export interface PageInput {
  readonly bytes: Uint8Array;
  /** Determined from the bytes: `text/html`, `application/xhtml+xml`, `application/pdf`, `text/plain` or `text/markdown`. */
  readonly mimeType: string;
  /** The value of `Content-Type`, for its charset. */
  readonly contentType?: string;
  /** The URL of the page, for resolving relative addresses. */
  readonly url: string;
}

/** The content of a page as plain data, all of it untrusted: `html` is not sanitized. */
export interface PageText {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  /** A canonical BCP 47 tag; `null` if the page states no valid one. */
  readonly language: string | null;
  /** As written in the page. */
  readonly publishedTime: string | null;
  readonly excerpt: string | null;
  /** The canonical URL stated by the page: http or https. */
  readonly canonicalUrl: string | null;
  /** The article, with absolute URLs; `null` for PDF and plain text. */
  readonly html: string | null;
  /** The article as plain text; empty if there is none. */
  readonly text: string;
  /** Whether content was truncated, such as pages of a PDF after the 500th. */
  readonly isTruncated: boolean;
}
