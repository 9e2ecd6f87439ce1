import type { JsonObject } from '@colophon/core';
import { statedLanguage } from '../record/language.ts';
import { htmlToMarkdown } from '../rendering/html-to-markdown.ts';
import { inertMarkdown } from '../rendering/inert-markdown.ts';
import type { ReadPage } from './mirror-settings.ts';
import type { TakenPage } from './fetch-page.ts';

/** In characters; longer texts are truncated. */
const LONGEST_BODY = 1_000_000;

/** The values of a content record for a page. */
export interface MirroredValues {
  readonly title: string;
  readonly body: string;
  readonly bodyFormat: 'markdown';
  readonly source: string;
  readonly authors: string[];
  readonly language: string | null;
  /** The value of `mirror` in the metadata. */
  readonly about: JsonObject;
}

/** Returns the values of a record for a page: its HTML sanitized and converted to Markdown, any other text as literal text. */
export async function mirroredValues(taken: TakenPage, page: ReadPage, fetchedAt: string): Promise<MirroredValues> {
  const whole = await bodyOf(taken, page);
  const body = whole.slice(0, LONGEST_BODY).toWellFormed();
  const { host } = new URL(taken.url);
  return {
    title: line(page.title, 1000) ?? titleOf(taken.url),
    body,
    bodyFormat: 'markdown',
    source: line(page.siteName, 1000) ?? host,
    authors: [line(page.byline, 500) ?? ''].filter((each) => each !== ''),
    language: statedLanguage(page.language),
    about: {
      fetchedAt,
      finalUrl: taken.url,
      sha256: taken.sha256,
      byline: line(page.byline, 500),
      publishedTime: line(page.publishedTime, 100),
      excerpt: line(page.excerpt, 2000),
      truncated: page.isTruncated || body.length < whole.length,
    },
  };
}

async function bodyOf({ mimeType }: TakenPage, { html, text }: ReadPage): Promise<string> {
  if (html !== null) return htmlToMarkdown(html);
  return inertMarkdown(text, mimeType === 'text/markdown' ? 'markdown' : 'text');
}

/** Returns one line of limited length without control characters; null if nothing is left. */
function line(text: string | null, longest: number): string | null {
  const cleaned = (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
  return cleaned === '' ? null : cleaned;
}

/** Returns the last segment of the path, or the host: the default title of a page without one. */
function titleOf(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').findLast((each) => each !== '');
  return (last === undefined ? null : line(decoded(last), 1000)) ?? host;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
