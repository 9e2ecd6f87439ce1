import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fitToFonts } from './fit-to-fonts.ts';
import { fontPackagesFor } from './font-packages.ts';
import { covers, fontSlices, loadSlice } from './font-slices.ts';
import { woff2Coverage } from './woff2-coverage.ts';

const families = async (text: string): Promise<string[]> => (await fitToFonts(text)).slices.map(({ family }) => family);

describe('fitToFonts', () => {
  it('reads only slices with a character of the text', async () => {
    expect(await families('Technical debt')).toEqual(['noto-sans/latin']);
    expect(await families('שלום')).toEqual(['noto-sans-hebrew/hebrew']);
    expect(await families('Привет, Ελλάδα')).toEqual(['noto-sans/cyrillic', 'noto-sans/greek', 'noto-sans/latin']);
    expect((await families('漢字')).every((family) => family.startsWith('noto-sans-sc/'))).toBe(true);
  });

  it.each(['Tiếng Việt ẹ́ ɛ̃', 'नमस्ते क्षत्रिय', 'مُحَمَّد', 'שָׁלוֹם', '漢字かなカナ', 'ᾧ Ђ', '👩‍🚀 👨‍👩‍👧‍👦 👍🏽 🇳🇴 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ❤️‍🔥', '₪100 – €5 “quoted” © ✓ →'])(
    'covers all of “%s”',
    async (text) => {
      expect(await fitToFonts(text.normalize('NFC'))).toMatchObject({ text: text.normalize('NFC'), missing: 0 });
    },
  );

  it('drops and counts characters that no font has, instead of drawing placeholder boxes', async () => {
    expect(await fitToFonts('a \u{13000}\u{13001} b \u{10ffff}')).toMatchObject({ text: 'a b', missing: 3 });
  });

  it('drops a mark that the file of its letter lacks, because shaping does not work across files', async () => {
    expect(await fitToFonts('א\u0301x\u0301')).toMatchObject({ text: 'אx\u0301', missing: 1 });
  });

  it('reads no slice for an empty text', async () => {
    expect(await fitToFonts('')).toEqual({ text: '', slices: [], missing: 0, lost: [] });
  });
});

describe('the order of fonts', () => {
  it('puts fonts of the language before those for Chinese', () => {
    const names = fontPackagesFor('ja').map(({ name }) => name);
    expect(names.indexOf('@fontsource-variable/noto-sans-jp')).toBeLessThan(names.indexOf('@fontsource-variable/noto-sans-sc'));
    expect(fontPackagesFor('zh-Hant-TW')[3]?.name).toBe('@fontsource-variable/noto-sans-tc');
    expect(fontPackagesFor('en')).toEqual(fontPackagesFor(undefined));
  });
});

describe('woff2Coverage', () => {
  it('returns the characters of a file, which differ from those declared by its package', async () => {
    const slices = await fontSlices({ name: '@fontsource-variable/noto-sans', required: true });
    const latin = await loadSlice(slices.find(({ family }) => family === 'noto-sans/latin') as (typeof slices)[number]);
    // Controls are declared, but have no glyph; marks are not declared, but have one.
    expect([covers(latin.declared, 1), covers(latin.covers, 1)]).toEqual([true, false]);
    expect([covers(latin.declared, 0x303), covers(latin.covers, 0x303)]).toEqual([false, true]);
  });

  it('reads every file of every package', async () => {
    for (const each of fontPackagesFor(undefined)) {
      for (const slice of await fontSlices(each)) expect((await loadSlice(slice)).covers.length).toBeGreaterThan(0);
    }
  });

  it('rejects files that are not fonts, and truncated fonts', async () => {
    const [slice] = await fontSlices({ name: '@fontsource-variable/noto-emoji', required: true });
    const complete = await readFile((slice as { file: string }).file);
    for (const bytes of [Buffer.from('wOFF'), Buffer.alloc(0), Buffer.alloc(100), complete.subarray(0, 100), complete.subarray(0, 2000)]) {
      expect(() => woff2Coverage(bytes)).toThrow(Error);
    }
  });
});
