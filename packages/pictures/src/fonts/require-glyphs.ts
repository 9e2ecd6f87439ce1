import { PictureError } from '../errors/picture-error.ts';
import { graphemesOf } from '../text/clean-text.ts';
import type { FittedText } from './fit-to-fonts.ts';
import { fontFor } from './font-packages.ts';

/**
 * Requires that the fonts have more than half of the letters of a text (of its other characters if it has no letters). A picture with
 * fewer is blank, or shows the digits and foreign words alone.
 *
 * @throws {PictureError} `no_glyphs`, with the field, naming the packages of the missing fonts
 */
export function requireGlyphs({ text, lost }: FittedText, field: string): void {
  const drawn = Array.from(graphemesOf(text), ({ segment }) => segment);
  const isLetter = (each: string): boolean => /\p{L}/u.test(each);
  const counted = [...lost, ...drawn].some(isLetter) ? isLetter : (each: string): boolean => each.trim() !== '';
  const lostCharacters = lost.filter(counted);
  if (lostCharacters.length === 0 || lostCharacters.length < drawn.filter(counted).length) return;
  const fonts = lostCharacters.map((each) => ({ each, ...fontFor(each) }));
  const scripts = unique(fonts.map(({ each, script }) => script ?? codeOf(each)));
  const packages = unique(fonts.flatMap(({ font }) => font ?? []));
  throw new PictureError(`No installed font has the characters of the ${field} (${scripts.slice(0, 5).join(', ')}).`, {
    code: 'no_glyphs',
    field,
    hint: packages.length > 0 ? `npm install ${packages.join(' ')}` : 'No font package for them is known; use a picture of your own.',
  });
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
