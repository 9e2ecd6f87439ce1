import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { cleanLine } from '../text/clean-line.ts';
import { Unreadable } from '../errors/reader-error.ts';
import type { PageInput, PageText } from './page-text.ts';
import { requireSimple } from './require-simple.ts';

const MAXIMUM_ELEMENTS = 50_000;

/**
 * Finds the article of a page.
 *
 * @throws Unreadable `too_complex`
 */
export function readHtml(html: string, { url }: Pick<PageInput, 'url'>): PageText {
  requireSimple(html);
  const { document, language } = parse(html);
  const base = baseOf(document, url);
  // Readability resolves URLs against these two properties, which the DOM library does not provide.
  Object.defineProperty(document, 'baseURI', { value: base });
  Object.defineProperty(document, 'documentURI', { value: url });
  const canonicalUrl = canonicalOf(document, base);
  const article = new Readability(document, { maxElemsToParse: MAXIMUM_ELEMENTS }).parse();
  return {
    title: cleanLine(article?.title ?? document.title, 1000),
    byline: cleanLine(article?.byline, 200),
    siteName: cleanLine(article?.siteName, 200),
    language: languageOf(article?.lang ?? language),
    publishedTime: cleanLine(article?.publishedTime, 100),
    excerpt: cleanLine(article?.excerpt, 2000),
    canonicalUrl,
    html: article?.content ?? null,
    text: (article?.textContent ?? '').trim(),
    isTruncated: false,
  };
}

/** Many pages omit `html`, `head` and `body`, and the library does not add them. */
function parse(html: string): { document: Document; language: string | null } {
  const first = documentOf(html);
  const language = first?.documentElement?.getAttribute('lang') ?? null;
  if (first?.querySelector('html > body, html > frameset')) return { document: first, language };
  const inner = html.replaceAll(/<!doctype[^>]{0,1000}>|<\/?(?:html|head|body)(?:\s[^>]{0,1000})?>/gi, '');
  const document = documentOf(`<!doctype html><html><head></head><body>${inner}</body></html>`);
  if (!document) throw new Unreadable('unreadable', 'The page contains no readable text.');
  return { document, language };
}

/** `undefined` if the library builds a tree without a root. */
function documentOf(html: string): Document | undefined {
  const { document } = parseHTML(html) as unknown as { document: Document };
  return document.documentElement === null ? undefined : document;
}

function baseOf(document: Document, url: string): string {
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
}

function canonicalOf(document: Document, base: string): string | null {
  const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  const url = href && href.length <= 2000 ? URL.parse(href, base) : null;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}

/** Returns a language tag in canonical form; `null` if it is invalid. */
export function languageOf(tag: string | null | undefined): string | null {
  try {
    return Intl.getCanonicalLocales((tag ?? '').trim().replaceAll('_', '-').slice(0, 100))[0] ?? null;
  } catch {
    return null;
  }
}
