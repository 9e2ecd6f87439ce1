import { describe, expect, it } from 'vitest';
import { decodeHtml } from './decode-html.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the charset of a page', () => {
  it.each([
    ['the byte order mark, over the header', Buffer.from('\ufeffé'), 'text/html; charset=iso-8859-1', 'é'],
    ['UTF-16 by its mark', Buffer.from('\ufeffé', 'utf16le'), 'text/html; charset=utf-8', 'é'],
    ['the header, over the meta element', latin1('<meta charset="utf-8">\xe9'), 'text/html; charset=ISO-8859-1', '<meta charset="utf-8">é'],
    ['the header, quoted', latin1('\xa4'), 'text/html; charset="iso-8859-15"; a=b', '€'],
    ['the meta element', latin1('<meta charset=windows-1251>\xcf'), 'text/html', '<meta charset=windows-1251>П'],
    [
      'the older meta element',
      latin1('<META http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\xb1'),
      undefined,
      '<META http-equiv="Content-Type" content="text/html; charset=iso-8859-2">ą',
    ],
    ['Shift_JIS', Buffer.from('93fa', 'hex'), 'text/html; charset=Shift_JIS', '日'],
    ['UTF-8 if none is declared', Buffer.from('é'), undefined, 'é'],
    ['UTF-8 for an unknown charset', Buffer.from('<meta charset="x-klingon">é'), 'text/html; charset=utf-7', '<meta charset="x-klingon">é'],
    ['UTF-8 if an ASCII page declares UTF-16', Buffer.from('<meta charset="utf-16">é'), undefined, '<meta charset="utf-16">é'],
    [
      'not a meta element in a comment',
      Buffer.from('<!-- <meta charset="iso-8859-1"> -->é'),
      undefined,
      '<!-- <meta charset="iso-8859-1"> -->é',
    ],
    [
      'not a meta element beyond 1,024 bytes',
      Buffer.from(`${' '.repeat(1024)}<meta charset="iso-8859-1">é`),
      undefined,
      `${' '.repeat(1024)}<meta charset="iso-8859-1">é`,
    ],
    ['reports undecodable bytes', latin1('\xff\xe9'), undefined, '\ufffd\ufffd'],
  ])('%s', (_, bytes, contentType, expected) => expect(decodeHtml(bytes, contentType)).toBe(expected));
});
