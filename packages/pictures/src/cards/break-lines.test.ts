import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitToFonts } from '../fonts/fit-to-fonts.ts';
import { cleanText } from '../text/clean-text.ts';
import { firstDirection } from '../text/direction.ts';
import { breakLines, LINE_HEIGHT } from './break-lines.ts';
import { measure } from './renderer.ts';

const BOX = { width: 600, lines: 4, sizes: [60, 48, 40], weight: 700 };
const MARKS = /[\u200e\u200f]/g;

async function broken(title: string): Promise<{ lines: readonly string[]; size: number; text: string; widths: number[] }> {
  const [fitted, ellipsis] = [await fitToFonts(cleanText(title, 160)), await fitToFonts('…')];
  const slices = [...new Set([...fitted.slices, ...ellipsis.slices])];
  const direction = firstDirection(fitted.text) ?? 'ltr';
  const { lines, size } = await breakLines(fitted.text, BOX, direction, slices);
  const widths = lines.map(async (text) => {
    const style = {
      fontSize: size,
      fontWeight: BOX.weight,
      lineHeight: LINE_HEIGHT,
      direction,
      whiteSpace: 'nowrap',
      display: 'block',
    } as const;
    const node = { type: 'container' as const, style: { display: 'flex' as const }, children: [{ type: 'text' as const, text, style }] };
    const measured = await measure({ node, width: 4000, height: 400, slices });
    return Math.max(0, ...(measured.children[0]?.runs ?? []).map((run) => run.x + run.width));
  });
  return { lines, size, text: fitted.text, widths: await Promise.all(widths) };
}

describe('breakLines', () => {
  it('uses the largest size in which the text fits', async () => {
    expect(await broken('Short')).toMatchObject({ lines: ['Short'], size: 60 });
    expect(
      (await broken('Somewhat longer words that have to be written in a smaller size, or there is no room for them')).size,
    ).toBeLessThan(60);
  });

  it('truncates a text that does not fit in the smallest size, with an ellipsis', async () => {
    const { lines, size } = await broken('W'.repeat(1000));
    expect([lines.length, size, lines.at(-1)?.endsWith('…')]).toEqual([4, 40, true]);
  });

  it('marks the direction of punctuation at the edge of a line between letters of the opposite direction', async () => {
    const { lines } = await broken('Read this: שלום עולם טוב מאוד, ויותרויותרטוב');
    expect(lines.map((line) => line.replace(MARKS, '|'))).toEqual(['Read this: שלום', 'עולם טוב מאוד,|', 'ויותרויותרטוב']);
  });

  it('loses no character and stays within the width, in any mixture of scripts', async () => {
    const word = fc.constantFrom(
      'Technical',
      'debt,',
      '(2026)',
      'שלום,',
      'עולם',
      'مرحبا',
      'بالعالم؟',
      '漢字かな',
      'ドキュメント。',
      '👩‍🚀',
      '🇳🇴',
      'नमस्ते',
      'Ελλάδα',
      '–',
      '“x”',
      'W'.repeat(30),
      '₪100',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 14 }), async (words) => {
        const { lines, text, widths } = await broken(words.join(' '));
        const joined = lines.join(' ').replace(MARKS, '');
        expect(lines.length).toBeLessThanOrEqual(BOX.lines);
        for (const width of widths) expect(width).toBeLessThanOrEqual(BOX.width + 1);
        if (!joined.endsWith('…')) expect(joined.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        else expect(text.replaceAll(' ', '')).toContain(joined.slice(0, -1).replaceAll(' ', ''));
      }),
      { numRuns: 150 },
    );
  });
});
