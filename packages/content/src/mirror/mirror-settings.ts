import { type Database, port, UnavailableError } from '@colophon/core';

/** The port for requests to untrusted URLs. `@colophon/outbound` implements it. */
export interface PageFetcher {
  /** Throws if a URL is not allowed, as far as that can be checked without network access. */
  requireAddress(url: string): void;
  /** Returns whether the site's `robots.txt` allows reading this URL. */
  robotsAllows(url: string, signal?: AbortSignal): Promise<boolean>;
  request(request: PageRequest): Promise<FetchedPage>;
}

export interface PageRequest {
  readonly url: string;
  /** Accepted types, detected from the bytes. */
  readonly accept: readonly string[];
  /** The `ETag` and `Last-Modified` of an earlier response: an unchanged page is answered with status 304. */
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
  readonly signal?: AbortSignal;
}

export interface FetchedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The final URL, after redirects. */
  readonly url: string;
  /** Detected from the bytes. */
  readonly mimeType: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

/** The port for parsing untrusted bytes. A `PageReader` of `@colophon/readers` implements it. */
export interface PageReader {
  read(input: { bytes: Uint8Array; mimeType: string; contentType?: string; url: string }): Promise<ReadPage>;
}

/** The parsed content of a page. All of it is untrusted. */
export interface ReadPage {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly language: string | null;
  readonly publishedTime: string | null;
  readonly excerpt: string | null;
  /** Only the article; null if the page is not HTML. Not sanitized. */
  readonly html: string | null;
  readonly text: string;
  readonly isTruncated: boolean;
}

/** The settings for fetching and parsing pages. */
export interface MirrorSettings {
  readonly fetcher: PageFetcher;
  readonly reader: PageReader;
  /** Hours after which mirrors are refreshed; without it only on request. */
  readonly refreshHours?: number | undefined;
}

/**
 * The fetching and parsing of mirrored pages; without it mirroring responds with 503.
 *
 * @example
 * database.ports.provide(mirrorSettings, { fetcher: outbound, reader: pages, refreshHours: 24 });
 */
export const mirrorSettings = port<MirrorSettings | undefined>('mirrorSettings', undefined);

/** @throws UnavailableError if pages are not mirrored */
export function requireMirrorSettings(database: Database): MirrorSettings {
  const settings = database.ports.use(mirrorSettings);
  if (settings) return settings;
  throw new UnavailableError('This application does not fetch pages.', {
    hint: 'The application enables it by the port mirrorSettings.',
    retryable: false,
  });
}
