import { createHash } from 'node:crypto';
import { ColophonError, ForbiddenError, ValidationError } from '@colophon/core';
import { type FetchedPage, type PageFetcher, type ReadPage, requireMirrorSettings } from './configure-mirrors.ts';
import type { ROBOTS_VERDICTS } from './content-mirror.ts';
import { withOutboundErrors } from './outbound-errors.ts';

/** What is mirrored. */
const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/pdf'] as const;

/** How a page is asked for. */
export interface PageWish {
  /** Reads the page although `robots.txt` says no. */
  readonly ignoreRobots: boolean;
  /** What an earlier answer had: an unchanged page is then answered with undefined. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal: AbortSignal | undefined;
}

/** A page as it was fetched and read. */
export interface TakenPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly sha256: string;
  readonly httpStatus: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly robots: (typeof ROBOTS_VERDICTS)[number];
  /** What it says; read when it is asked for, since unchanged bytes need not be read. */
  read(): Promise<ReadPage>;
}

/**
 * Fetches a page, as `robots.txt` allows.
 *
 * @returns undefined when it has not changed since
 * @throws ColophonError `address_refused`, `robots_refused`, and what else came of the request
 */
export async function fetchPage(url: string, wish: PageWish): Promise<TakenPage | undefined> {
  const { fetcher } = requireMirrorSettings();
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
  // The rules of where it led to count as well.
  if (answer.url !== url && robots === 'allowed') robots = await askRobots(fetcher, answer.url, wish);
  return taken(answer, robots);
}

async function askRobots(fetcher: PageFetcher, url: string, { ignoreRobots, signal }: PageWish): Promise<TakenPage['robots']> {
  if (await withOutboundErrors(() => fetcher.robotsAllows(url, signal))) return 'allowed';
  if (ignoreRobots) return 'refused';
  throw robotsRefused();
}

function robotsRefused(): ColophonError {
  return new ColophonError(403, 'robots_refused', 'robots.txt of the site asks not to read this page, or did not answer.', {
    hint: 'Ask whoever runs the site; an admin may read it all the same with ignoreRobots.',
  });
}

function taken(answer: FetchedPage, robots: TakenPage['robots']): TakenPage {
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
      const page = await requireMirrorSettings().reader.read({
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

/** What is cut off names nothing any more. */
function shortOf(value: string | undefined, longest: number): string | null {
  return value !== undefined && value.length <= longest ? value : null;
}

function nothingToMirror(): ValidationError {
  return new ValidationError('The page has no text to mirror.', {
    code: 'nothing_to_mirror',
    hint: 'It may need a browser to show its text; name a page that stands by itself, or a PDF.',
  });
}

/** @throws ForbiddenError for whoever may not read against `robots.txt` */
export function refuseIgnoringRobots(): never {
  throw new ForbiddenError('Reading a page against its robots.txt takes the role admin.');
}
