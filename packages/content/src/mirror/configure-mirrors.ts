import { UnavailableError } from '@colophon/core';

/** What mirrors need of whoever makes requests to addresses that somebody else named. `@colophon/outbound` is one. */
export interface PageFetcher {
  /** Throws when an address is not asked for, as far as that can be told without asking anybody. */
  requireAddress(url: string): void;
  /** Whether `robots.txt` of the site lets us read this address. */
  robotsAllows(url: string, signal?: AbortSignal): Promise<boolean>;
  request(request: PageRequest): Promise<FetchedPage>;
}

export interface PageRequest {
  readonly url: string;
  /** Types that are taken, by what the bytes are. */
  readonly accept: readonly string[];
  /** What an earlier answer had for `ETag` and `Last-Modified`: an unchanged page is answered with status 304. */
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
  readonly signal?: AbortSignal;
}

export interface FetchedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** By what the bytes are. */
  readonly mimeType: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

/** What mirrors need of whoever reads the bytes of strangers. A `PageReader` of `@colophon/readers` is one. */
export interface PageReader {
  read(input: { bytes: Uint8Array; mimeType: string; contentType?: string; url: string }): Promise<ReadPage>;
}

/** What a page says. All of it is a stranger's. */
export interface ReadPage {
  readonly title: string | null;
  readonly byline: string | null;
  readonly siteName: string | null;
  readonly language: string | null;
  readonly publishedTime: string | null;
  readonly excerpt: string | null;
  /** The article alone; null where the page is no HTML. Not sanitized. */
  readonly html: string | null;
  readonly text: string;
  readonly isTruncated: boolean;
}

/** Who fetches and reads pages in this process. */
export interface MirrorSettings {
  readonly fetcher: PageFetcher;
  readonly reader: PageReader;
  /** Mirrors are looked at again after so many hours; without it only when somebody asks. */
  readonly refreshHours?: number | undefined;
}

let current: MirrorSettings | undefined;

/**
 * Says who fetches and reads the pages that are mirrored; undefined says that nobody does, and mirroring answers 503.
 *
 * @example
 * configureContentMirrors({ fetcher: outbound, reader: pages, refreshHours: 24 });
 */
export function configureContentMirrors(settings: MirrorSettings | undefined): void {
  current = settings;
}

/** What was configured, if anything. */
export function mirrorSettings(): MirrorSettings | undefined {
  return current;
}

/** @throws UnavailableError where nobody fetches pages */
export function requireMirrorSettings(): MirrorSettings {
  if (current) return current;
  throw new UnavailableError('This application fetches no pages.', {
    hint: 'Whoever runs it can say who does: configureContentMirrors.',
    retryable: false,
  });
}
