import { normalizeText } from '@colophon/core';

/** Letters that do not decompose into a base letter and a mark, with their usual spelling. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŋ: 'ng',
  ı: 'i',
  ĸ: 'k',
  ŧ: 't',
};

const SPELT_OUT_LETTERS = new RegExp(`[${Object.keys(SPELT_OUT).join('')}]`, 'gu');
const MARKED_LETTER = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const MAXIMUM_LENGTH = 100;

/**
 * Converts a name to a kebab-case slug: one safe URL segment of lower-case letters, digits and hyphens.
 *
 * Latin and Greek letters lose their accents; every other script keeps its letters and their marks, so that Chinese, Japanese, Korean,
 * Arabic and Indic names stay readable. Signs that distinguish names are spelled out (`C++`, `C#`, `Q&A`), apostrophes are removed,
 * everything else separates words. The result is never empty, and the function is idempotent. Long names are cut after a word, at 100
 * characters.
 *
 * @example
 * slugify('Open Source');      // 'open-source'
 * slugify('Crème brûlée');     // 'creme-brulee'
 * slugify('日本語 テスト');      // '日本語-テスト'
 * slugify('C++'); slugify('C#'); // 'c-plus-plus', 'c-sharp'
 * slugify('🎉');               // 'u1f389'
 */
export function slugify(name: string): string {
  const folded = normalizeText(normalizeText(name, 'NFKD').toLowerCase(), 'NFKD')
    .replace(MARKED_LETTER, '$1')
    .replace(SPELT_OUT_LETTERS, (letter) => SPELT_OUT[letter] ?? letter)
    .normalize('NFC')
    .replaceAll(/['’‘ʼ`]/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/(?<=[\p{L}\p{N}+])\+/gu, ' plus ')
    .replaceAll(/(?<=[\p{L}\p{N}])#/gu, ' sharp ');
  const words = folded.match(WORD);
  return words ? cutAfterWord(words.join('-')) : ofCodePoints(name);
}

function cutAfterWord(slug: string): string {
  const characters = Array.from(slug);
  if (characters.length <= MAXIMUM_LENGTH) return slug;
  const cut = characters.slice(0, MAXIMUM_LENGTH + 1).join('');
  const end = cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : characters.slice(0, MAXIMUM_LENGTH).join('');
}

/** A name without a letter or digit is represented by its code points, so that two such names get different slugs. */
function ofCodePoints(name: string): string {
  const points = Array.from(normalizeText(name.trim(), 'NFC'))
    .slice(0, 12)
    .map((character) => character.codePointAt(0)?.toString(16) ?? '');
  return points.length > 0 ? `u${points.join('-')}` : 'untitled';
}

/** Returns the default name for a slug: `open-source` → `Open Source`. */
export function nameOfSlug(slug: string): string {
  const words = slug.split(/[-_]+/u).filter((word) => word !== '');
  const name = words.map((word) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())).join(' ');
  return name === '' ? slug : name;
}
