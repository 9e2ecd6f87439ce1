import { createHash } from 'node:crypto';
import { ColophonError, ForbiddenError, ValidationError, type Database } from '@colophon/core';
import { type FetchedPage, type PageFetcher, type ReadPage, requireMirrorSettings } from './mirror-settings.ts';
import type { ROBOTS_VERDICTS } from './content-mirror.ts';
import { withOutboundErrors } from './outbound-errors.ts';

/** The supported types. */
const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/pdf'] as const;

/** Options for fetching a page. */
export interface PageWish {
  /** Reads the page even if `robots.txt` disallows it. */
  readonly ignoreRobots: boolean;
  /** Validators of an earlier response: an unchanged page then returns undefined. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal: AbortSignal | undefined;
}

/** A fetched page. */
export interface TakenPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly sha256: string;
  readonly httpStatus: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly robots: (typeof ROBOTS_VERDICTS)[number];
  /** Parses the page; called on demand, since unchanged bytes need not be parsed. */
  read(): Promise<ReadPage>;
}

/**
 * Fetches a page if `robots.txt` allows it.
 *
 * @returns undefined if it has not changed
 * @throws ColophonError `address_refused`, `robots_refused`, and other errors of the request
 */
export async function fetchPage(database: Database, url: string, wish: PageWish): Promise<TakenPage | undefined> {
  const { fetcher } = requireMirrorSettings(database);
  const { signal } = wish;
  let robots = await askRobots(fetcher, url, wish);
  const answer = await withOutboundErrors(() =>
    fetcher.request({
      url,
      accept: TYPES,
      ...(wish.etag ? { ifNoneMatch: wish.etag } : {}),
      ...(wish.lastModified ? { ifModifiedSince: wish.lastModified } : {}),
      ...(signal ? { signal } : {}),
    }),
  );
  if (answer.status === 304) return undefined;
  // The rules of the redirect's target apply as well.
  if (answer.url !== url && robots === 'allowed') robots = await askRobots(fetcher, answer.url, wish);
  return taken(database, answer, robots);
}

async function askRobots(fetcher: PageFetcher, url: string, { ignoreRobots, signal }: PageWish): Promise<TakenPage['robots']> {
  if (await withOutboundErrors(() => fetcher.robotsAllows(url, signal))) return 'allowed';
  if (ignoreRobots) return 'refused';
  throw robotsRefused();
}

function robotsRefused(): ColophonError {
  return new ColophonError(403, 'robots_refused', 'The robots.txt of the site disallows this page, or did not respond.', {
    hint: 'Ask the operator of the site; an admin can override it with ignoreRobots.',
  });
}

function taken(database: Database, answer: FetchedPage, robots: TakenPage['robots']): TakenPage {
  const { bytes, contentType, url, headers, mimeType = 'application/octet-stream' } = answer;
  return {
    url,
    bytes,
    mimeType,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    httpStatus: answer.status,
    etag: shortOf(headers['etag'], 1000),
    lastModified: shortOf(headers['last-modified'], 100),
    robots,
    async read() {
      const page = await requireMirrorSettings(database).reader.read({
        bytes,
        mimeType,
        url,
        ...(contentType === undefined ? {} : { contentType }),
      });
      if (page.text.trim() === '') throw nothingToMirror();
      return page;
    },
  };
}

/** A truncated value is meaningless. */
function shortOf(value: string | undefined, longest: number): string | null {
  return value !== undefined && value.length <= longest ? value : null;
}

function nothingToMirror(): ValidationError {
  return new ValidationError('The page has no text to mirror.', {
    code: 'nothing_to_mirror',
    hint: 'It may need a browser to show its text; use a page that works without scripts, or a PDF.',
  });
}

/** @throws ForbiddenError for callers who must not override `robots.txt` */
export function refuseIgnoringRobots(): never {
  throw new ForbiddenError('Overriding robots.txt requires the role admin.');
}
