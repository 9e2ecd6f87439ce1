import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DotUnstuffer } from './dot-unstuffer.ts';

function unstuff(chunks: readonly Buffer[]): { text: string; rest: string | undefined } {
  const unstuffer = new DotUnstuffer();
  let text = '';
  for (const [index, chunk] of chunks.entries()) {
    const { bytes, rest } = unstuffer.feed(chunk);
    text += bytes.toString('latin1');
    if (rest) return { text, rest: Buffer.concat([rest, ...chunks.slice(index + 1)]).toString('latin1') };
  }
  return { text, rest: undefined };
}

describe('a mail received by SMTP', () => {
  it.each([
    ['is empty', '.\r\nQUIT', '', 'QUIT'],
    ['begins with a dot', '..a\r\n.\r\n', '.a\r\n', ''],
    ['is a dot', '..\r\n.\r\n', '.\r\n', ''],
    ['has lines of dots', 'a\r\n..\r\n...\r\n.\r\nQUIT', 'a\r\n.\r\n..\r\n', 'QUIT'],
    ['has dots that were not stuffed', '.a\r\n.b\r\n.\r\n', '.a\r\n.b\r\n', ''],
    ['does not end with line feeds alone', 'a\n.\nb\n.\r\nc\r\n.\n\r\n.\r\n', 'a\n.\nb\n.\r\nc\r\n.\n\r\n', ''],
    ['does not end with carriage returns alone', 'a\r.\r\r\n.\rb\r\n.\r\r\n\r\n.\r\n', 'a\r.\r\r\n.\rb\r\n.\r\r\n\r\n', ''],
    ['has not ended yet', 'a\r\n.\r', 'a\r\n', undefined],
  ])('%s', (_, sent, text, rest) => {
    expect(unstuff([Buffer.from(sent)])).toEqual({ text, rest });
    expect(unstuff([...Buffer.from(sent)].map((byte) => Buffer.from([byte])))).toEqual({ text, rest });
  });

  it('is unstuffed correctly, however it is split into chunks', () => {
    const piece = fc.constantFrom('.', '..', '\r\n', '\n', '\r', 'a', '\r\n.');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(40)), (pieces, cuts) => {
        const mail = `${pieces.join('')}\r\n`;
        const sent = `${mail.replaceAll(/(^|\n)\./g, '$1..')}.\r\nQUIT`;
        const ends = [...new Set([...cuts.filter((cut) => cut < sent.length), sent.length])].toSorted((a, b) => a - b);
        const chunks = ends.map((end, index) => Buffer.from(sent.slice(ends[index - 1] ?? 0, end)));
        expect(unstuff(chunks)).toEqual({ text: mail, rest: 'QUIT' });
      }),
      { numRuns: 500 },
    );
  });
});
