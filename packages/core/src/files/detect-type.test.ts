import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { requireAllowedType } from './allowed-types.ts';
import { detectType } from './detect-type.ts';
import { markupType } from './markup-type.ts';
import { PICTURE } from './testing/samples.ts';

const directory = mkdtempSync(join(tmpdir(), 'colophon-types-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function typeOf(content: string | Uint8Array, name = 'sample'): Promise<string> {
  const path = join(directory, name);
  writeFileSync(path, content);
  return (await detectType(path)).mimeType;
}

const SCRIPT = '<script>alert(1)</script>';

describe('the type of a file', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['a PNG', PICTURE, 'image/png'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'application/pdf'],
    ['a ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/zip'],
    ['plain text', 'It rained on Monday.\n', 'text/plain'],
    ['text with a mark', '\ufeffIt rained.', 'text/plain'],
    ['UTF-16', Buffer.from('\ufeffIt rained.', 'utf16le'), 'text/plain'],
    ['a page', `<!DOCTYPE html><title>x</title>${SCRIPT}`, 'text/html'],
    ['a page without a doctype', `\n  ${SCRIPT}`, 'text/html'],
    ['a page behind a comment', `<!-- picture -->\n<img src=x onerror=alert(1)>`, 'text/html'],
    ['an SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, 'image/svg+xml'],
    [
      'an SVG with all that may stand before it',
      `<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY x "y">]>\n<svg/>`,
      'image/svg+xml',
    ],
    ['an SVG with a prefix', `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>`, 'image/svg+xml'],
    ['XML', '<?xml version="1.0"?><feed/>', 'application/xml'],
    ['a shell script', '#!/bin/sh\nrm -rf ~\n', 'text/x-shellscript'],
    ['a Windows program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'application/x-msdownload'],
    ['a Linux program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]), 'application/x-elf'],
    ['bytes that tell nothing', Buffer.from('00010203fffefd00', 'hex'), 'application/octet-stream'],
    ['text that is cut within a character', `${'a'.repeat(65_535)}é`, 'text/plain'],
    ['text that turns into bytes', `text${'\0'.repeat(10)}`, 'application/octet-stream'],
  ])('%s is told by its bytes', async (_what, content, type) => {
    expect(await typeOf(content)).toBe(type);
  });

  it('does not depend on its name', async () => {
    expect(await typeOf(PICTURE, 'page.html')).toBe('image/png');
    expect(await typeOf(SCRIPT, 'picture.png')).toBe('text/html');
  });

  it('of a file that is two at once is what its first bytes say', async () => {
    expect(await typeOf(Buffer.concat([PICTURE, Buffer.from(SCRIPT)]))).toBe('image/png');
    expect(await typeOf(`GIF89a/*${'x'.repeat(50)}*/=1;${SCRIPT}`)).toBe('image/gif');
    expect(await typeOf(`${SCRIPT}\n%PDF-1.4\n`)).toBe('text/html');
  });

  it('is found of any bytes, without an error', async () => {
    const starts = fc.constantFrom(
      PICTURE,
      Buffer.from('PK\x03\x04'),
      Buffer.from('RIFF'),
      Buffer.from('ID3'),
      Buffer.from('<svg'),
      Buffer.alloc(0),
    );
    await fc.assert(
      fc.asyncProperty(starts, fc.uint8Array({ maxLength: 500 }), async (start, rest) => {
        expect(await typeOf(Buffer.concat([start, rest]))).toMatch(/^[a-z]+\/[\w.+-]+$/);
      }),
      { numRuns: 200 },
    );
  });

  it('of markup is found in time that grows with its length, however it is written', () => {
    const started = performance.now();
    for (const part of ['<!---->', '<!--', '<?a?>', '<!doctype x [', ' ', '<', '<svg'])
      markupType(`<${part}${part.repeat(60_000 / part.length)}`);
    for (const part of ['<!---->', '<?a?>', '<!-- ']) markupType(part.repeat(60_000 / part.length));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('the types that are taken', () => {
  const refused = (type: string, allowed?: readonly string[]): boolean => {
    try {
      requireAllowedType(type, allowed);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 415, code: 'file_type_refused', hint: expect.any(String) });
      return true;
    }
  };

  it('are all but programs', () => {
    for (const type of ['image/png', 'image/svg+xml', 'text/html', 'application/octet-stream', 'application/zip'])
      expect(refused(type)).toBe(false);
    for (const type of ['application/x-msdownload', 'application/x-elf', 'text/x-shellscript', 'application/java-archive'])
      expect(refused(type)).toBe(true);
  });

  it('are those of a list where there is one; a pattern stands for no program', () => {
    const allowed = ['image/*', 'application/pdf', 'text/*'];
    for (const type of ['image/png', 'application/pdf', 'text/plain']) expect(refused(type, allowed)).toBe(false);
    for (const type of ['application/octet-stream', 'application/zip', 'text/x-shellscript', 'imagery/x'])
      expect(refused(type, allowed)).toBe(true);
    expect(refused('application/x-elf', ['application/*'])).toBe(true);
    expect(refused('application/x-elf', ['application/x-elf'])).toBe(false);
  });
});
