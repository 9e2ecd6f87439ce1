import { describe, expect, it } from 'vitest';
import { textSearchVector } from '../storage/postgres/text-search-vector.ts';
import { SEARCH_FORM } from '../storage/table.ts';
import { textOfWords, wordsOf } from './words.ts';

const SEARCH = { form: SEARCH_FORM, columns: [{ name: 'body', weight: 'B' }] } as const;
/** As PostgreSQL stores it: the words, and two bytes a position. */
const storedBytes = (vector: string): number =>
  vector.split(' ').reduce((sum, lexeme) => {
    const [word = '', places = ''] = lexeme.split(':');
    return sum + Buffer.byteLength(word) - 2 + 8 + 2 * places.split(',').length;
  }, 0);
const indexed = (text: string): { sqlite: Set<string>; postgres: Set<string>; bytes: number } => {
  const vector = textSearchVector(SEARCH, { body: text });
  return {
    sqlite: new Set(textOfWords(text).match(/[a-z0-9\u0080-\uffff]+/g)),
    postgres: new Set(vector.split(' ').map((lexeme) => lexeme.slice(1, lexeme.lastIndexOf("'")))),
    bytes: storedBytes(vector),
  };
};

describe('a text with too many different words', () => {
  it.each([
    ['numbers', Array.from({ length: 200_000 }, (_, index) => `w${index.toString(36)}`).join(' ')],
    [
      'pairs of Chinese letters',
      Array.from({ length: 300_000 }, (_, index) => String.fromCharCode(0x4e00 + ((Math.imul(index, 2_654_435_761) >>> 9) % 20_011))).join(
        '',
      ),
    ],
  ])('is found by its beginning, on both databases: %s', (_, text) => {
    const { sqlite, postgres, bytes } = indexed(text);
    expect(sqlite).toEqual(postgres);
    expect(bytes).toBeGreaterThan(950_000);
    expect(bytes).toBeLessThan(2 ** 20);
    expect(sqlite.size).toBeLessThan(new Set(wordsOf(text)).size);
  });

  it('is not one that people write, however long', () => {
    const text = Array.from({ length: 150_000 }, (_, index) => `word${(index * index) % 30_011}`).join(' ');
    const { sqlite, postgres } = indexed(text);
    expect(sqlite).toEqual(postgres);
    expect(sqlite.size).toBe(new Set(wordsOf(text)).size);
  });
});
