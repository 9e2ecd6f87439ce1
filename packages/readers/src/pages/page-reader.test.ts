import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, describe, expect, it } from 'vitest';
import { makePdf } from '../testing/make-pdf.ts';
import { PageReader } from './page-reader.ts';
import type { PageText } from './page-text.ts';

const reader = new PageReader();
afterAll(() => reader.close());

const url = 'https://pages.example/2026/piece.html';
const readHtml = (html: string | Buffer): Promise<PageText> => reader.read({ bytes: Buffer.from(html), mimeType: 'text/html', url });
const paragraph = `<p>${'The harbour board met on Tuesday, and nobody could say who had ordered the crane. '.repeat(4)}</p>`;

describe('a page', () => {
  it('is read as its article and metadata', async () => {
    const page = await readHtml(`<!doctype html><html lang="nb-no"><head><title>Nobody knows who ordered the crane | The Harbour</title>
      <meta property="og:site_name" content="The Harbour"><meta name="author" content="Ada\u202e&#10;Lund">
      <meta property="article:published_time" content="2026-11-20T09:00:00Z"><meta name="description" content="A crane stands there.">
      <link rel="canonical" href="/2026/piece"><base href="/base/"></head>
      <body><nav><a href="/">Home</a></nav><article><h1>Who ordered the crane?</h1>${paragraph.repeat(5)}
      <p>See <a href="minutes.pdf">the minutes</a>.</p><script>alert(1)</script></article><footer>© us</footer></body></html>`);
    expect(page).toMatchObject({
      title: 'Nobody knows who ordered the crane',
      byline: 'Ada Lund',
      siteName: 'The Harbour',
      language: 'nb-NO',
      publishedTime: '2026-11-20T09:00:00Z',
      excerpt: 'A crane stands there.',
      canonicalUrl: 'https://pages.example/base/../2026/piece'.replace('/base/..', ''),
      isTruncated: false,
    });
    expect(page.html).toContain('href="https://pages.example/base/minutes.pdf"');
    expect(page.text).toMatch(/^(?:Who ordered the crane\?\s*)?The harbour board met/);
    expect(`${page.html}${page.text}`).not.toContain('alert(1)');
  });

  it.each([
    ['nothing at all', ''],
    ['a doctype alone', '<!doctype html>'],
    ['frames', '<html><frameset><frame src="a"></frameset></html>'],
    ['a truncated page', `<html><body><p class="`],
    ['a script alone', '<script>for(;;);</script>'],
    ['zeros', '\0\0\0\0'],
    ['a wrong canonical address', '<link rel="canonical" href="javascript:alert(1)"><html lang="!">'],
  ])('of %s has no text, which is not an error', async (_, html) => {
    const page = await readHtml(html);
    expect(page.text.replaceAll('\0', '').replaceAll('\ufffd', '')).toBe('');
    expect([page.canonicalUrl, page.language]).toEqual([null, null]);
  });

  it.each([
    ['2,000 nested elements', '<div>'.repeat(2000) + paragraph + '</div>'.repeat(2000)],
    ['100,000 paragraphs', '<p>words</p>'.repeat(100_000)],
    ['50,000 attributes', `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}="b"`).join(' ')}>words</p>`],
    ['elements that never close', '<b>'.repeat(200_000)],
    ['elements of many names', Array.from({ length: 60_000 }, (_, index) => `<x${index}>`).join('')],
  ])('of %s is rejected quickly', async (_, html) => {
    const began = performance.now();
    await expect(readHtml(html)).rejects.toMatchObject({ status: 422, code: 'too_complex' });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it.each([
    ['5 MB of text', `<article>${'words '.repeat(800_000)}</article>`],
    ['a megabyte of open tags in a tag', `<p ${'<p '.repeat(300_000)}>`],
    ['a comment that never closes', `<!--${'-'.repeat(1_000_000)}`],
    ['a megabyte of ampersands', `<article>${'&'.repeat(1_000_000)}</article>`],
    ['a title of a megabyte', `<title>${'|'.repeat(1_000_000)}</title><article>${paragraph.repeat(5)}</article>`],
    ['very many line breaks', `<article>${'<br>'.repeat(40_000)}words</article>`],
    [
      'JSON-LD of a megabyte',
      `<script type="application/ld+json">${'['.repeat(1_000_000)}</script><article>${paragraph.repeat(5)}</article>`,
    ],
  ])('of %s is read or rejected within the deadline', async (_, html) => {
    const began = performance.now();
    const result = await readHtml(html).then(
      (page) => typeof page.text,
      (error: { code?: string }) => error.code,
    );
    expect(['string', 'too_complex']).toContain(result);
    expect(performance.now() - began).toBeLessThan(23_000);
  });

  it('that takes too long is aborted, and the next one is read', async () => {
    const hurried = new PageReader({ deadline: 1 });
    await expect(hurried.read({ bytes: Buffer.from(paragraph.repeat(2000)), mimeType: 'text/html', url })).rejects.toMatchObject({
      code: 'too_complex',
    });
    await hurried.close();
    expect((await readHtml(`<article>${paragraph.repeat(5)}</article>`)).text).toContain('harbour');
  });
});

describe('a PDF file', () => {
  const read = (bytes: Uint8Array): Promise<PageText> => reader.read({ bytes, mimeType: 'application/pdf', url });

  it('is read page by page', async () => {
    const page = await read(makePdf(['The crane', 'was ordered'], '/Title (Minutes) /Author (The board)'));
    expect(page).toMatchObject({ title: 'Minutes', byline: 'The board', text: 'The crane\n\nwas ordered', html: null, isTruncated: false });
  });

  it('of more than 500 pages is read up to the 500th', async () => {
    const page = await read(makePdf(Array.from({ length: 505 }, (_, index) => `page ${index + 1}`)));
    expect([page.text.split('\n\n').at(-1), page.isTruncated]).toEqual(['page 500', true]);
  });

  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><p>page'],
    ['its first half', makePdf(['words']).subarray(0, 60)],
    ['zeros', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000)])],
  ])('that is %s is unreadable', async (_, bytes) => {
    await expect(read(Buffer.from(bytes))).rejects.toMatchObject({ status: 422, code: 'unreadable' });
  });

  it('with a cycle of pages is aborted', async () => {
    const circle = makePdf(['words']).toString('latin1').replace('/Kids [5 0 R]', '/Kids [2 0 R]');
    const result = await read(Buffer.from(circle, 'latin1')).then(
      ({ text }) => text,
      (error: { code?: string }) => error.code,
    );
    expect(['', 'unreadable', 'too_complex']).toContain(result);
  });
});

describe('other types', () => {
  it('of plain text are text', async () => {
    const page = await reader.read({
      bytes: Buffer.from('a\r\n\xe9\0', 'latin1'),
      mimeType: 'text/plain',
      contentType: 'text/plain; charset=latin1',
      url,
    });
    expect(page).toMatchObject({ text: 'a\né', html: null, title: null });
  });

  it('are rejected', async () => {
    await expect(reader.read({ bytes: Buffer.from('a'), mimeType: 'image/png', url })).rejects.toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
    await expect(reader.read({ bytes: Buffer.alloc(20_000_001), mimeType: 'text/html', url })).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    });
  });
});

// A corpus of real pages, which is not distributed with the source: `<folder>/<name>/{source.html, expected.html, expected-metadata.json}`.
const corpus = join(process.env['CORPORA'] ?? '/nowhere', 'pages');
describe.skipIf(!existsSync(corpus))('the pages of the corpus', () => {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

  it('are all read, and all but one are within 5 % of the expected text', { timeout: 120_000 }, async () => {
    const names = readdirSync(corpus).filter((name) => existsSync(join(corpus, name, 'source.html')));
    const missed: string[] = [];
    for (const name of names) {
      const page = await readHtml(readFileSync(join(corpus, name, 'source.html')));
      const { document } = parseHTML(`<html><body>${readFileSync(join(corpus, name, 'expected.html'), 'utf8')}</body></html>`);
      const expected = plain(document.body.textContent ?? '');
      if (Math.abs(plain(page.text).length - expected.length) > expected.length * 0.05) missed.push(name);
    }
    expect(names.length).toBeGreaterThan(0);
    expect(missed.filter((name) => name !== 'mathjax')).toEqual([]);
  });
});
