import { threadCpuUsage } from 'node:process';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { normalizeText } from './normalize-text.ts';
import { textOfWords, wordsOf } from './words.ts';

/** Marks of four classes, in an order that normalization has to change. */
const MARKS = '\u0f71\u0f72\u0f74\u0f80';

/** Of this thread's processor time: other work on the machine does not count. */
function milliseconds(work: () => unknown): number {
  const before = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('normalization', () => {
  it('leaves texts that people write as they are normalized', () => {
    for (const text of [
      'Cafe\u0301',
      'ﬁnance',
      'हिन्दी',
      'བོད་སྐད་',
      'ｶﾞｷﾞ',
      'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031ea',
    ]) {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(normalizeText(text, form)).toBe(text.normalize(form));
    }
  });

  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('takes linear time for marks in a row (%s)', (form) => {
    for (const marks of [MARKS, '\uff9e\u0301\u0316', '\u0344\u0316\u0345']) {
      expect(milliseconds(() => normalizeText(`a${marks.repeat(60_000)}`, form))).toBeLessThan(500);
    }
    expect(normalizeText(`a${'\u0301'.repeat(100)}b`, 'NFD')).toBe(`a${'\u0301'.repeat(30)}b`);
  });

  it('is not what a search of a crafted text spends its time with', () => {
    const text = `a${MARKS.repeat(60_000)} b${`${MARKS}\u200d`.repeat(60_000)} ${'\ufdfa'.repeat(100_000)} ${'新聞編集室'.repeat(20_000)}`;
    expect(milliseconds(() => foldText(text))).toBeLessThan(1000);
    expect(milliseconds(() => wordsOf(text))).toBeLessThan(2000);
    expect(milliseconds(() => textOfWords(text))).toBeLessThan(2000);
    expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
