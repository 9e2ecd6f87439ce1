import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { detectType } from '@colophon/core/files';
import { afterAll, describe, expect, it } from 'vitest';
import { JPEG, PDF, zipOf } from '../../../test/hostile-files.ts';
import { declaredType } from './declared-type.ts';
import { signsOfBytes, signsOfName } from './inspect-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'colophon-inspect-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('what somebody declares a file to be', () => {
  it.each([
    ['Text/Plain; name="ada@example.org.txt"', 'text/plain'],
    ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
    ['the letter of Ada', null],
    ['ada@example.org/letter', null],
    ['', null],
    [undefined, null],
  ])('%s is kept as %s', (given, kept) => {
    expect(declaredType(given)).toBe(kept);
  });
});

async function inspect(bytes: Uint8Array | string, filename: string, declaredMimeType: string | null = null): Promise<string[]> {
  const path = join(directory, 'file');
  writeFileSync(path, bytes);
  const { mimeType } = await detectType(path);
  return [mimeType, ...new Set([...(await signsOfBytes({ path, mimeType })), ...signsOfName({ filename, declaredMimeType, mimeType })])];
}

const cfb = (text: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text, 'utf16le')]);
const stream = (text: string) =>
  Buffer.concat([
    Buffer.from('5 0 obj <</Type /ObjStm /Filter /FlateDecode>>\nstream\n'),
    deflateSync(text),
    Buffer.from('\nendstream endobj\n'),
  ]);
const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts.map((each) => Buffer.from(each)), Buffer.from('\n%%EOF')]);

describe('what is suspect about a file', () => {
  it.each<[string, Uint8Array | string, string, string | null, string[]]>([
    ['nothing about a photograph', JPEG, 'oak.jpg', 'image/jpeg', ['image/jpeg']],
    ['nothing about a photograph that its sender spells otherwise', JPEG, 'OAK.JPEG', 'image/jpg', ['image/jpeg']],
    ['nothing about a plain PDF', PDF, 'a.pdf', 'application/pdf', ['application/pdf']],
    ['nothing about a table as text', 'a,b\n1,2\n', 'a.csv', 'text/csv', ['text/plain']],
    ['a picture that is a page', '<html><body>Hello</body></html>', 'a.png', 'image/png', ['text/html', 'active_content', 'type_mismatch']],
    [
      'a drawing that acts',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'a.svg',
      'image/svg+xml',
      ['image/svg+xml', 'active_content'],
    ],
    [
      'a program called a photograph',
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
      'a.jpg',
      'image/jpeg',
      ['application/x-msdownload', 'type_mismatch'],
    ],
    ['two extensions', PDF, 'a.pdf.exe', null, ['application/pdf', 'type_mismatch', 'double_extension']],
    ['two extensions of pictures', JPEG, 'a.png.jpg', null, ['image/jpeg', 'double_extension']],
    ['a name that turns round', JPEG, '\u202egpj.exe', null, ['image/jpeg', 'type_mismatch', 'bidi_name']],
    ['an archive', zipOf({ 'a.txt': 'a' }), 'a.zip', null, ['application/zip', 'archive']],
    [
      'an archive of an archive',
      zipOf({ 'inner.zip': zipOf({ 'a.txt': 'a' }).toString('latin1') }),
      'a.zip',
      null,
      ['application/zip', 'archive'],
    ],
    [
      'a document with macros',
      zipOf({ '[Content_Types].xml': docxTypes(), 'word/document.xml': '<x/>', 'word/vbaProject.bin': 'x' }),
      'a.docx',
      null,
      ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'macro'],
    ],
    ['an old document', cfb('WordDocument'), 'a.doc', 'application/msword', ['application/x-cfb', 'macro']],
    ['an encrypted document', cfb('EncryptedPackage'), 'a.docx', null, ['application/x-cfb', 'encrypted', 'macro', 'type_mismatch']],
    ['a PDF that opens something', pdf('1 0 obj <</OpenAction 2 0 R>>'), 'a.pdf', null, ['application/pdf', 'active_content']],
    ['a PDF that spells it with codes', pdf('1 0 obj <</J#61vaScript 2 0 R>>'), 'a.pdf', null, ['application/pdf', 'active_content']],
    ['a PDF that packs it away', pdf(stream('<</Launch 1 0 R>>')), 'a.pdf', null, ['application/pdf', 'active_content']],
    ['nothing about a PDF that packs harmless things away', pdf(stream('<</Type /Font>>')), 'a.pdf', null, ['application/pdf']],
    [
      'a PDF that packs away more than is looked at',
      pdf(stream('0'.repeat(21_000_000))),
      'a.pdf',
      null,
      ['application/pdf', 'active_content'],
    ],
    ['an encrypted PDF', pdf('trailer <</Encrypt 9 0 R>>'), 'a.pdf', null, ['application/pdf', 'encrypted']],
    ['a photograph with an archive behind it', Buffer.concat([JPEG, zipOf({ 'a.txt': 'a' })]), 'a.jpg', null, ['image/jpeg', 'polyglot']],
    [
      'a photograph with a script in it',
      Buffer.concat([JPEG.subarray(0, 40), Buffer.from('<script>alert(1)</script>'), JPEG.subarray(40)]),
      'a.jpg',
      null,
      ['image/jpeg', 'polyglot'],
    ],
    ['a PDF behind text', `${' '.repeat(100)}\n%PDF-1.7\n`, 'a.txt', null, ['application/pdf', 'type_mismatch']],
  ])('%s', async (_what, bytes, filename, declared, expected) => {
    expect(await inspect(bytes, filename, declared)).toEqual(expected);
  });
});

function docxTypes(): string {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;
}

describe('a PDF of twenty megabytes that was made to keep a process busy', () => {
  it.each(['#41', '<<', '/', '/A', '/J#61vaScrip', 'stream', '#4', '##'])('of %s is looked through in a second', async (piece) => {
    const bytes = Buffer.alloc(19_999_000, piece);
    bytes.write('%PDF-1.4\n');
    const began = performance.now();
    await inspect(bytes, 'a.pdf');
    // A machine that is busy is given some more.
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('is found to act though its names are spelled with codes, in part or in whole', async () => {
    for (const name of ['/#4a#61vaScript', '/Open#41ction', '/J#53', '/#4C#61#75#6E#63#68']) {
      expect(await inspect(`%PDF-1.4\n1 0 obj << ${name} 2 0 R >> endobj`, 'a.pdf')).toContain('active_content');
    }
    expect(await inspect('%PDF-1.4\n1 0 obj << /J#zz#4 /Fine#20name 2 0 R >> endobj #', 'a.pdf')).not.toContain('active_content');
  });
});
