import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLetters, hasFoldedLetters } from './fold-letters.ts';
import { foldText } from './fold-text.ts';
import { foldedWords, searchedWords } from './folded-words.ts';
import { textOfWords, wordsOf } from './words.ts';

describe('the folding of a text', () => {
  it.each([
    ['Straße', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['ﬁnance', 'finance'],
    ['x²', 'x2'],
    ['TÜRKİYE', 'turkiye'],
    ['ısı', 'isi'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['がか', 'がか'],
    ['한국어', '한국어'],
  ])('makes %s %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('finds the words of a very long text without spaces', () => {
    expect(wordsOf(`${'a,'.repeat(500_000)} é`)).toHaveLength(500_001);
    expect(wordsOf('a,'.repeat(500_000))).toHaveLength(500_000);
  });

  it('changes nothing when it is done again, and does not mind how a text is composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('letters that readers type without their stroke, or as two', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['SMØRREBRØD', 'smorrebrod'],
    ['Đà Nẵng', 'da nang'],
    ['Đorđe', 'dorde'],
    ['cœur', 'coeur'],
    ['Æsir', 'aesir'],
    ['Þórður', 'thordur'],
    ['Ħamrun', 'hamrun'],
    ['Ŋŧ', 'nt'],
    ['ǿǽ', 'oae'],
    ['Ɓauna Ɗan Ƙofa Ƴar', 'bauna dan kofa yar'],
    ['ویکی', 'ويكي'],
  ])('are folded: %s', (written, folded) => {
    expect(foldedWords(written).join(' ')).toBe(folded);
    expect(wordsOf(written).join(' ')).toBe(folded);
    expect(foldedWords(written.normalize('NFD')).join(' ')).toBe(folded);
  });

  it('are known in every text that has them', () => {
    const unknown: string[] = [];
    for (let point = 0x80; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const folded = foldText(character);
      if (foldLetters(folded) !== folded && !hasFoldedLetters(character)) unknown.push(point.toString(16));
    }
    expect(unknown).toEqual([]);
  });
});

/** Whether the words of a search are adjacent in the words of a text; the last one may be the beginning of a word. */
function isFoundIn(search: string, text: string): boolean {
  const [{ words: wanted, endsInLetter }, words] = [searchedWords(search), wordsOf(text)];
  return words.some((_, from) =>
    wanted.every(
      (word, at) => words[from + at] === word || (endsInLetter && at + 1 === wanted.length && words[from + at]?.startsWith(word)),
    ),
  );
}

describe('the words of a text', () => {
  it('are runs of letters and digits, and pairs of letters where a script has no spaces', () => {
    expect(wordsOf('The Café, 18F!')).toEqual(['the', 'cafe', '18f']);
    expect(wordsOf('東京都 GPT4モデル')).toEqual(['東京', '京都', '都', 'gpt4', 'モデ', 'デル', 'ル']);
    expect(searchedWords('東京都').words).toEqual(['東京', '京都']);
    expect(searchedWords('都')).toEqual({ words: ['都'], endsInLetter: true });
  });

  it('are the same as the text that SQLite splits', () => {
    const ascii = /[A-Za-z0-9\u0080-\u{10ffff}]+/gu;
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(' ', '-', 'a', 'B', '9', 'é', '東', 'ﬁ', '\u00a0', '’'),
            fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          ),
        }),
        (text) => {
          expect([...textOfWords(text).toLowerCase().matchAll(ascii)].map(([word]) => word)).toEqual(wordsOf(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each(['東京2020', '2020東京オリンピック', 'モデル 2', 'ภาษาไทย ดีมาก', '東京。大阪 news', 'a東b', '東 京'])(
    'are adjacent in their text: %s',
    (text) => {
      expect(isFoundIn(text, text)).toBe(true);
      expect(isFoundIn(text, `x ${text} y`)).toBe(true);
    },
  );

  it('are adjacent in every text that contains them', () => {
    const unit = fc.constantFrom(' ', ' ', '東', '京', 'ー', 'ไ', 'a', '2', 'é', '。', '\u0301');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(isFoundIn(text, `x ${text} y`)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
