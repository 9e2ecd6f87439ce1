import type { getDocumentProxy } from 'unpdf';
import { Unreadable } from '../errors/reader-error.ts';
import { cleanLine } from '../text/clean-line.ts';
import type { PageInput, PageText } from './page-text.ts';
import { languageOf } from './read-html.ts';

const MAXIMUM_PAGES = 500;
const MAXIMUM_CHARACTERS = 5_000_000;

/**
 * Reads the text of a PDF, page by page, up to the 500th.
 *
 * @throws Unreadable `encrypted` or `unreadable`
 */
export async function readPdf({ bytes }: PageInput): Promise<PageText> {
  const unpdf = await import('unpdf');
  // The library takes ownership of the bytes, and must not run scripts, load system fonts or fetch URLs named in the file.
  const options = { isEvalSupported: false, useSystemFonts: false, disableFontFace: true, verbosity: 0 };
  const pdf = await unpdf.getDocumentProxy(new Uint8Array(bytes), options).catch((error: unknown) => {
    const { name } = error as Error;
    if (name === 'PasswordException') throw new Unreadable('encrypted', 'The PDF file is encrypted.');
    throw new Unreadable('unreadable', 'The PDF file is damaged.');
  });
  const count = Math.min(pdf.numPages, MAXIMUM_PAGES);
  const pages: string[] = [];
  let [size, isCut] = [0, false];
  for (let number = 1; number <= count && !isCut; number += 1) {
    const text = await textOfPage(pdf, number);
    size += text.length;
    isCut = size > MAXIMUM_CHARACTERS;
    if (!isCut && text !== '') pages.push(text);
  }
  const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> };
  const property = (name: string): string | undefined => (typeof info[name] === 'string' ? info[name] : undefined);
  return {
    title: cleanLine(property('Title'), 1000),
    byline: cleanLine(property('Author'), 200),
    siteName: null,
    language: languageOf(property('Language')),
    publishedTime: cleanLine(property('CreationDate'), 100),
    excerpt: cleanLine(property('Subject'), 2000),
    canonicalUrl: null,
    html: null,
    text: pages.join('\n\n'),
    isTruncated: isCut || pdf.numPages > MAXIMUM_PAGES,
  };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** An unreadable page is skipped, because others may be readable. */
async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    page.cleanup();
    return text.trim();
  } catch {
    return '';
  }
}
