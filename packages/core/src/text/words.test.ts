import { threadCpuUsage } from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEPENDENT, kindOf } from './character-kinds.ts';
import { foldedWords } from './folded-words.ts';
import { wordsOf } from './words.ts';

/** Letters of many scripts, marks that are kept and ones that are not, separators, and characters that become several. */
const UNITS = fc.constantFrom(
  ...Array.from(' 　-。aBßéΣς9²ﬁﷺİı東京ーガカﾞがﾊﾟ\u3099ไทย่ำกขំ្មြहिन्दीक़한글ㅎㅏᄒ\u1161\u11abשָׁلَ\u0301\u200d\u00ad\u2019😀𠮷\ud800'),
);

/** Of this thread's processor time: other work on the machine does not count. */
function milliseconds(work: () => unknown): number {
  const before = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('the words of a text, most of which are folded a character at a time', () => {
  it('are those of the text folded as a whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof({ weight: 5, arbitrary: UNITS }, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }),
        (text) => {
          expect(wordsOf(text)).toEqual(foldedWords(text));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('are the same where texts folded as a whole stand between others', () => {
    const part = fc.oneof(
      fc.integer({ min: 1, max: 900 }).map((count) => 'é東京。a '.repeat(count)),
      fc.string({ unit: UNITS }),
      fc.constantFrom('हिन्दी', ' 각 ', 'ภาษาไทย'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        expect(wordsOf(parts.join(''))).toEqual(foldedWords(parts.join('')));
      }),
      { numRuns: 200 },
    );
  });

  it('know of every character that is composed with the one before it', () => {
    const unknown: string[] = [];
    for (let codePoint = 0; codePoint < 0x3_0000; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      const [, ...others] = character.normalize('NFD');
      if (character.normalize('NFC') !== character) continue;
      // An optional mark is removed before anything is composed with it.
      for (const other of others)
        if (kindOf(Number(other.codePointAt(0))) !== DEPENDENT && wordsOf(`a${other}`).join() !== 'a') unknown.push(other);
    }
    expect(unknown).toEqual([]);
  });

  it.each([
    ['Chinese without a space', '新聞編輯室的文章'.repeat(40_000)],
    ['Russian', 'Съешь же ещё этих мягких французских булок. '.repeat(8000)],
    ['one character that stands for eighteen', '\ufdfa'.repeat(300_000)],
    ['letters and marks in turn', 'त् a '.repeat(60_000)],
  ])('do not take long: %s', (_, text) => {
    // A first time without the classification of characters.
    wordsOf(text.slice(0, 1000));
    expect(milliseconds(() => wordsOf(text))).toBeLessThan(1000);
  });
});
