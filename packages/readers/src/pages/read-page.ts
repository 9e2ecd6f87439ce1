import { Unreadable } from '../errors/reader-error.ts';
import { decodeHtml } from './decode-html.ts';
import type { PageInput, PageText } from './page-text.ts';

const MAXIMUM_BYTES = 20_000_000;

/** Reads the response of a URL. Runs in a worker: see `PageReader`. */
export async function readPage(input: PageInput): Promise<PageText> {
  if (input.bytes.length > MAXIMUM_BYTES) throw new Unreadable('too_large', `The page is larger than ${MAXIMUM_BYTES} bytes.`);
  switch (input.mimeType) {
    case 'text/html':
    case 'application/xhtml+xml':
      return (await import('./read-html.ts')).readHtml(textOf(input), input);
    case 'application/pdf':
      return (await import('./read-pdf.ts')).readPdf(input);
    case 'text/plain':
    case 'text/markdown':
      return readPlain(textOf(input));
    default:
      throw new Unreadable('unsupported_media_type', `${input.mimeType} is not supported; provide HTML, PDF or plain text.`);
  }
}

function textOf({ bytes, contentType }: PageInput): string {
  return decodeHtml(bytes, contentType);
}

function readPlain(decoded: string): PageText {
  const text = decoded.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim();
  const emptyPage = { title: null, byline: null, siteName: null, language: null, publishedTime: null, excerpt: null, canonicalUrl: null };
  return { ...emptyPage, html: null, text, isTruncated: false };
}
