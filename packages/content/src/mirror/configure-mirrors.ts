import { UnavailableError } from '@colophon/core';

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

/** The settings for fetching and parsing pages in this process. */
export interface MirrorSettings {
  readonly fetcher: PageFetcher;
  readonly reader: PageReader;
  /** Hours after which mirrors are refreshed; without it only on request. */
  readonly refreshHours?: number | undefined;
}

let current: MirrorSettings | undefined;

/**
 * Configures fetching and parsing of mirrored pages; undefined disables it, and mirroring answers 503.
 *
 * @example
 * configureContentMirrors({ fetcher: outbound, reader: pages, refreshHours: 24 });
 */
export function configureContentMirrors(settings: MirrorSettings | undefined): void {
  current = settings;
}

/** Returns the current settings, if any. */
export function mirrorSettings(): MirrorSettings | undefined {
  return current;
}

/** @throws UnavailableError if mirroring is not configured */
export function requireMirrorSettings(): MirrorSettings {
  if (current) return current;
  throw new UnavailableError('This application does not fetch pages.', {
    hint: 'The application enables it with configureContentMirrors.',
    retryable: false,
  });
}
