import { createRequire } from 'node:module';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { readMail } from './read-mail.ts';

/** Headers as read by the signature verifier. */
const { parseHeaders } = createRequire(import.meta.url)('mailauth/lib/tools') as {
  parseHeaders(this: void, block: Buffer): { parsed: { key: string; line: Buffer }[] };
};

const blockOf = (mail: string): HeaderBlock => {
  const block = readHeaderBlock(Buffer.from(mail, 'latin1'), 100_000);
  if (!block) throw new Error('The headers are too long.');
  return block;
};
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The headers and the body as read by each of the three parsers. */
async function readings(mail: string): Promise<{ names: string[][]; bodies: string[] }> {
  const { lines, mail: given } = blockOf(mail);
  const email = await new PostalMime().parse(given);
  const text = textOf(given);
  const end = /^\r?\n|\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index + end[0].length) : text;
  const body = text.slice(head.length).replaceAll(/\r?\n/g, '\n');
  return {
    names: [
      lines.map(({ name }) => name),
      email.headers.map(({ key }) => key),
      parseHeaders(Buffer.from(head, 'latin1')).parsed.map(({ key }) => String(key)),
    ],
    bodies: [body.trimEnd(), (email.text ?? '').trimEnd()],
  };
}

describe('the headers of a mail', () => {
  const GENUINE = 'From: ada@letters.example\r\nSubject: Lunch?\r\n';

  it.each([
    ['plain', GENUINE, true, ['from', 'subject']],
    ['with a fold', 'From: ada@letters.example\r\nSubject: a\r\n\tb\r\n c\r\n', true, ['from', 'subject']],
    ['with a continuation of blanks only', 'Subject: a\r\n \r\n b\r\n', true, ['subject']],
    ['with blanks before the colon', 'Subject \t: a\r\n', true, ['subject']],
    ['with line feeds alone', GENUINE.replaceAll('\r', ''), true, ['from', 'subject']],
    ['with a name that is folded before its colon', `Subject\r\n : Mayor resigns\r\n${GENUINE}`, false, ['from', 'subject']],
    ['with a first line that begins with a blank', ` Subject: Mayor resigns\r\n${GENUINE}`, false, ['from', 'subject']],
    [
      'with a carriage return before a line end',
      `${GENUINE}X-A: b\r\n\r\r\nThe mayor takes bribes.\r\n`,
      false,
      ['from', 'subject', 'x-a'],
    ],
    ['with a carriage return within', `${GENUINE}X-A: b\rBcc: c\r\n`, false, ['from', 'subject', 'x-a']],
    ['with the first line of a mailbox file', `From ada@letters.example Tue May 10 11:28:07 2026\n${GENUINE}`, false, ['from', 'subject']],
    ['with a name that ends in a no-break space', `Subject\xa0: a\r\n${GENUINE}`, false, ['from', 'subject']],
    ['with a line that is not a header', `__\r\n more: of it\r\n${GENUINE}`, false, ['from', 'subject']],
  ] as [string, string, boolean, string[]][])('%s are read alike by all parsers', async (_, headers, isPlain, names) => {
    const mail = `${headers}\r\nAre we still on?\r\n`;
    const block = blockOf(mail);
    expect([block.isPlain, block.lines.map(({ name }) => name)]).toEqual([isPlain, names]);
    expect((await readings(mail)).names).toEqual([names, names, names]);
    if (isPlain) expect(textOf(block.mail)).toBe(mail);
    expect(textOf(block.mail)).toMatch(/\r?\n\r?\nAre we still on\?\r\n$/);
  });

  it('keep the bytes of their values', () => {
    const [line] = blockOf('Subject: \xc3\xa0 \xc3\xa0 \r\n\r\n').lines;
    expect(Buffer.from(line?.value ?? '', 'latin1').toString()).toBe('à à');
  });

  it('end with the first empty line, and are not read if they are too long', () => {
    expect(blockOf('\r\nFrom: ada@letters.example\r\n').lines).toEqual([]);
    expect(blockOf('From: ada@letters.example').lines).toHaveLength(1);
    expect(readHeaderBlock(Buffer.from(`X: ${'y'.repeat(200)}`), 100)).toBeUndefined();
    expect(readHeaderBlock(Buffer.from(`X: y\n\n${'y'.repeat(200)}`), 100)?.lines).toHaveLength(1);
  });

  it('are read alike by every parser, in any spelling', async () => {
    const pieces = [
      'Subject',
      'From',
      ':',
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\r\n ',
      '\r\r\n',
      'a',
      '\xa0',
      '\x0b',
      '\xef\xbb\xbf',
      '-',
      '\x85',
      '"',
      '(',
      '\\',
    ];
    const mail = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(mail, async (head) => {
        const { names, bodies } = await readings(`X: 1\r\n${head}\r\nFrom: ada@letters.example\r\n\r\nAre we still on?\r\n`);
        expect(names[1]).toEqual(names[0]);
        expect(names[2]).toEqual(names[0]);
        expect(lettersOf(bodies[1])).toBe(lettersOf(bodies[0]));
      }),
      { numRuns: 400 },
    );
  });

  it('that only a lenient parser would read are ignored', async () => {
    const tail = 'Are we still on for lunch?\r\n';
    const added = ['Subject\r\n : Mayor resigns\r\n', ' Subject: Mayor resigns\r\n', 'Content-Type\r\n : multipart/mixed; boundary=b\r\n'];
    for (const header of added)
      expect(await readMail(Buffer.from(`${header}${GENUINE}\r\n${tail}`))).toMatchObject({ subject: 'Lunch?', text: tail.trim() });
    const cut = `${GENUINE}X-A: b\r\n\r\r\nThe mayor takes bribes.\r\n\r\r\n-- \r\n\r\n${tail}`;
    expect(await readMail(Buffer.from(cut))).toMatchObject({ text: tail.trim() });
  });
});

/** Characters that no charset or folding changes. */
function lettersOf(text = ''): string {
  return text.replaceAll(/[^!-~]/g, '');
}
