import { describe, expect, it } from 'vitest';
import { Vocabulary } from './nearest-words.ts';

const words = ['accessibility', 'plain', 'language', 'design', 'greece', 'greener', 'moth', 'open', 'source', 'cat', 'كتاب', 'häuser'];
const vocabulary = new Vocabulary(
  words,
  words.map(() => 5),
);
const nearest = (word: string): string[] => vocabulary.nearest(word, 3).map((each) => each.words.join(' '));

describe('the nearest words', () => {
  it.each([
    ['accessability', 'accessibility'],
    ['acessability', 'accessibility'],
    ['langauge', 'language'],
    ['desgin', 'design'],
    ['esign', 'design'],
    ['ddesign', 'design'],
    ['opensource', 'open source'],
    ['كتتاب', 'كتاب'],
  ])('to %s are %s first', (word, expected) => {
    expect(nearest(word)[0]).toBe(expected);
  });

  it.each(['cot', 'greece', 'xxxxxxxx', 'zzzz', '', 'a', 'b'.repeat(10_000), 'designation'])('to %s are none of another word', (word) => {
    expect(nearest(word)).toEqual([]);
  });

  it('prefer the fewest mistakes, then the same first letter, then what more texts have', () => {
    const others = new Vocabulary(['form', 'farm', 'norm', 'forms'], [10, 1000, 10, 10]);
    expect(others.nearest('forn', 4).map((each) => each.words[0])).toEqual(['form']);
    expect(others.nearest('fxrm', 4).map((each) => each.words[0])).toEqual(['farm', 'form']);
  });

  it('are found among half a million in a fraction of a second, however many are no words', () => {
    const many = Array.from({ length: 500_000 }, (_, index) => `w${(index * 7919).toString(36)}${'abcdefgh'.charAt(index % 8)}`);
    const large = new Vocabulary([...many, 'accessibility'], new Uint32Array(500_001).fill(2));
    expect(large.nearest('accessability', 1)[0]?.words).toEqual(['accessibility']);
  });
});
