import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, readMailbox } from './address.ts';
import { cleanLine } from './clean-text.ts';
import { leads, noted, quoted, said } from './mail-content.ts';
import { quoteWords } from './quote-words.ts';
import { renderMail } from './render-mail.ts';

describe('an address', () => {
  it.each([
    ['ada@news.example', 'ada@news.example'],
    ['Ada+oak@Bücher.Example', 'Ada+oak@xn--bcher-kva.example'],
    ['o’brien@x.example', undefined],
    ['ada@x.example,eve@x.example', undefined],
    ['ada@x.example\r\nBcc: eve@x.example', undefined],
    ['Ada <ada@x.example>', undefined],
    ['"a b"@x.example', undefined],
    ['friends: ada@x.example;', undefined],
    ['ada@[127.0.0.1]', undefined],
    ['ada@localhost', undefined],
    ['.ada@x.example', undefined],
    ['ada@x.example ', undefined],
    ['', undefined],
    [`${'a'.repeat(65)}@x.example`, undefined],
  ])('%j is read as %j', (text, address) => {
    expect(readAddress(text)).toBe(address);
  });

  it('may have a display name if it is a sender', () => {
    expect(readMailbox('Harbour News <news@harbour.example>')).toEqual({ name: 'Harbour News', address: 'news@harbour.example' });
    expect(readMailbox('"Harbour \\"News\\"" <news@harbour.example>')).toEqual({ name: 'Harbour News', address: 'news@harbour.example' });
    expect(readMailbox('news@harbour.example')).toEqual({ name: null, address: 'news@harbour.example' });
    for (const text of ['News <a@x.example>, <b@x.example>', 'x\n <a@x.example>', 'boss@x.example <a@x.example>', 'News'])
      expect(readMailbox(text)).toBeUndefined();
  });
});

const LINK =
  /[a-z0-9]。[\p{L}\p{N}]|(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}])|\p{L}:\d{1,5}(?!\d)|:\/\/|(?<!\[)@|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}]|\n|mailto:|[\u200b-\u200f\u202a-\u202e]/iu;

describe('quoted text from outside', () => {
  it.each([
    ['See https://evil.example/x?y or www.evil.example', 'See https[:]//evil[.]example/x?y or www[.]evil[.]example'],
    ['ada@evil.example', 'ada[@]evil[.]example'],
    ['mailto:ada, tel:112', 'mailto[:]ada, tel[:]112'],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil[.]example'],
    ['evil\u200b.\u2060example', 'evil[.]example'],
    ['उदाहरण.भारत', 'उदाहरण[.]भारत'],
    ['evil。example and evil｡example', 'evil[。]example and evil[。]example'],
    ['例え。example', '例え[。]example'],
    ['10.0.0.1:80/x', '10[.]0[.]0[.]1:80/x'],
    ['localhost:9/x or evil.example:80', 'localhost[:]9/x or evil[.]example[:]80'],
    ['At 10:30, version 1.2.3', 'At 10:30, version 1.2.3'],
    ['橡树要砍了。它有两百年。', '橡树要砍了。它有两百年。'],
    ['It is 3.5 m high. Really.', 'It is 3.5 m high. Really.'],
    ['10.0.0.110.0.0.1 and .10.0.0.1', '10[.]0[.]0[.]110[.]0[.]0[.]1 and .10[.]0[.]0[.]1'],
    ['\u202egpj.exe\n\n\nnext', 'gpj[.]exe next'],
  ])('%j is quoted as %j', (words, shown) => {
    expect(quoteWords(words)).toBe(shown);
  });

  it('has at most 300 characters, and nothing that a mail program turns into a link', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        'https://',
        'evil.example',
        'x@y.example',
        '\u200d',
        '。',
        '．',
        '10.0.0.1',
        ':80',
        'localhost',
        'mailto:',
        ' ',
        '\n',
        'http:\u200b//',
        '<a href=x>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const shown = quoteWords(pieces.join(''));
        expect(shown.replaceAll(/\[(.)\]/g, '$1').length).toBeLessThanOrEqual(300);
        expect(LINK.test(shown)).toBe(false);
      }),
      { numRuns: 80 },
    );
  });
});

describe('a mail', () => {
  const footer = { site: 'Harbour News', unsubscribeUrl: 'https://news.example/unsubscribe/t' };
  const content = {
    subject: 'Changes requested',
    blocks: [
      said('Hello,'),
      quoted('You sent:', 'The <b>oak</b>, see evil.example'),
      noted('The editor writes:', 'How old is it?\n\nAnd & why?'),
      leads('Answer', 'https://news.example/contributions/1?key=a&b=c'),
    ],
    reason: 'You get this because you sent us something.',
  };

  it('is rendered as text and HTML, without pictures, scripts and addresses other than ours', () => {
    const { text, html } = renderMail([content], footer);
    expect(text).toBe(`Hello,

You sent:
> The <b>oak</b>, see evil[.]example

The editor writes:
  How old is it?
  
  And & why?

Answer:
https://news.example/contributions/1?key=a&b=c

-- 
Harbour News
You get this because you sent us something.
Unsubscribe: https://news.example/unsubscribe/t
`);
    expect(html).toContain('<blockquote>The &lt;b&gt;oak&lt;/b&gt;, see evil[.]example</blockquote>');
    expect(html).toContain('href="https://news.example/contributions/1?key=a&amp;b=c"');
    expect(html.match(/(?:href|src)="[^"]*"/g)).toEqual([
      'href="https://news.example/contributions/1?key=a&amp;b=c"',
      'href="https://news.example/unsubscribe/t"',
    ]);
  });

  it('combines several contents, each under its subject', () => {
    const { text, html } = renderMail([content, { ...content, subject: 'Something came in' }], footer);
    expect(text).toContain('== Changes requested');
    expect(text).toContain('== Something came in');
    expect(html.match(/<h2/g)).toHaveLength(2);
    expect(text.match(/You get this because/g)).toHaveLength(1);
  });

  it('links only to http and https URLs', () => {
    expect(() => renderMail([{ ...content, blocks: [leads('x', 'javascript:alert(1)')] }], footer)).toThrow(TypeError);
  });

  it('never mixes quoted text with our own text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 400 }), (words, site) => {
        const { html } = renderMail([{ ...content, blocks: [quoted('You sent:', words), noted('And:', words)] }], { ...footer, site });
        expect(html.match(/<(?!\/?(?:html|head|meta|title|body|p|blockquote|br|a|!doctype)\b)/gi)).toBeNull();
        expect(html.match(/href="/g)).toHaveLength(1);
        expect(cleanLine(words)).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 200 },
    );
  });
});
