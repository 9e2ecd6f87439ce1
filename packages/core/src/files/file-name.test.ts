import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameForType, safeFileName } from './file-name.ts';

describe('the name of a file', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['Äpfel & Birnen (1).pdf', 'Äpfel & Birnen (1).pdf'],
    ['日本語.png', '日本語.png'],
    ['نامه‌ها.pdf', 'نامه‌ها.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['/', 'file'],
    ['..', 'file'],
    ['', 'file'],
    ['   ', 'file'],
    ['.htaccess', 'htaccess'],
    ['name. . .', 'name'],
    ['a\u0000b\r\nSet-Cookie: x.png', 'abSet-Cookie_ x.png'],
    ['invoice\u202excod.exe', 'invoicexcod.exe'],
    ['\u2066a\u2069\u200b\ufeffb.png', 'ab.png'],
    ['half\ud800.png', 'half�.png'],
    ['what?.png', 'what_.png'],
    ['a"b<c>d|e*.png', 'a_b_c_d_e_.png'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['console.txt', 'console.txt'],
    ['e\u0301.png', 'é.png'],
  ])('%j becomes %j', (given, safe) => {
    expect(safeFileName(given)).toBe(safe);
  });

  it('is cut to 200 bytes between characters, and keeps its extension', () => {
    const name = safeFileName(`${'👩‍👩‍👧'.repeat(100)}.png`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^(?:👩‍👩‍👧)+\.png$/u);
  });

  it('of whatever is given is safe, fits every file system and a record, and stays as it is when made safe again', () => {
    const hostile = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ' ',
      '\0',
      '\n',
      '\u202e',
      '\u200d',
      '\ud800',
      '\ufeff',
      'CON',
      ':',
      '"',
      '%',
      '.exe',
      'é',
      '\u0301',
    );
    const given = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(fc.oneof(hostile, fc.string()), { maxLength: 60 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(given, (text) => {
        const name = safeFileName(text);
        expect(name.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Zl}\p{Zp}<>:"|?*]/u);
        expect(name).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
        expect(name).not.toMatch(/^[.\s]|[.\s]$/);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul)(?:\.|$)/i);
        expect(name.isWellFormed()).toBe(true);
        expect(safeFileName(name)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the extension of a file', () => {
  it.each([
    ['photo.png', 'png', 'photo.png'],
    ['photo.jpeg', 'jpg', 'photo.jpeg'],
    ['page.html', 'png', 'page.html.png'],
    ['page.htm', 'html', 'page.htm'],
    ['drawing.svg', 'svg', 'drawing.svg'],
    ['run.bat', 'txt', 'run.bat.txt'],
    ['setup.EXE', 'bin', 'setup.EXE.bin'],
    ['notes.md', 'txt', 'notes.md'],
    ['figures.csv', 'txt', 'figures.csv'],
    ['file', 'pdf', 'file.pdf'],
  ])('of %s, found to be %s, gives %s', (name, extension, expected) => {
    expect(nameForType(name, extension)).toBe(expected);
  });

  it('is added within 200 bytes', () => {
    const name = nameForType(safeFileName('x'.repeat(500)), 'png');
    expect(name).toBe(`${'x'.repeat(196)}.png`);
    expect(nameForType(`${'x'.repeat(196)}.exe`, 'png')).toBe(`${'x'.repeat(192)}.exe.png`);
  });
});
