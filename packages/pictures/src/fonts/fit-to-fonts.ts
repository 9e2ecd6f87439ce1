import { graphemesOf } from '../text/clean-text.ts';
import { fontPackagesFor } from './font-packages.ts';
import { covers, fontSlices, loadSlice, type FontSlice, type LoadedSlice } from './font-slices.ts';

export interface FittedText {
  /** The text without characters that no font contains. */
  readonly text: string;
  /** The fonts to draw it with, in lookup order. */
  readonly slices: readonly LoadedSlice[];
  /** The number of characters that were dropped, or lost a mark. */
  readonly missing: number;
  /** The characters that were dropped as a whole. */
  readonly lost: readonly string[];
}

/** Characters that only join or modify others, and need no glyph of their own. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Finds the font files needed for a text, and reads only those. A character and its marks are taken from one
 * file, because shaping does not work across files: marks missing from the file are dropped, and so is a character that is in
 * no file. A picture never contains placeholder boxes.
 */
export async function fitToFonts(text: string, language?: string): Promise<FittedText> {
  const catalogue = (await Promise.all(fontPackagesFor(language).map(fontSlices))).flat();
  const used = new Set<LoadedSlice>();
  let fitted = '';
  let missing = 0;
  const lost: string[] = [];
  for (const { segment } of graphemesOf(text)) {
    const slice = await findSlice(segment, catalogue);
    if (slice === undefined) {
      missing += 1;
      lost.push(segment);
      continue;
    }
    used.add(slice);
    const drawable = Array.from(segment)
      .filter((character) => hasGlyph(slice, character))
      .join('');
    if (drawable !== segment) missing += 1;
    fitted += drawable;
  }
  const order = new Map(catalogue.map(({ family }, index) => [family, index]));
  const slices = [...used].sort((a, b) => (order.get(a.family) ?? 0) - (order.get(b.family) ?? 0));
  return { text: fitted.replace(/ {2,}/g, ' ').trim(), slices, missing, lost };
}

/** Returns the first slice with all of a grapheme, otherwise the first with its base. */
async function findSlice(grapheme: string, catalogue: readonly FontSlice[]): Promise<LoadedSlice | undefined> {
  const base = grapheme.codePointAt(0) as number;
  let withBase: LoadedSlice | undefined;
  for (const slice of catalogue) {
    if (!covers(slice.declared, base)) continue;
    const loaded = await loadSlice(slice);
    if (!covers(loaded.covers, base)) continue;
    if (Array.from(grapheme).every((character) => hasGlyph(loaded, character))) return loaded;
    withBase ??= loaded;
  }
  return withBase;
}

const hasGlyph = (slice: LoadedSlice, character: string): boolean =>
  IGNORABLE.test(character) || covers(slice.covers, character.codePointAt(0) as number);
