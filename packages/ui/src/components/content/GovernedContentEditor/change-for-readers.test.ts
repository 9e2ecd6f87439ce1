import { describe, expect, it } from 'vitest';
import { changeForReaders } from './change-for-readers.ts';

const piece = (body: string, title = 'The mill', description: string | null = null) => ({ title, description, body });

describe('a change for readers', () => {
  it('is none if what they see is the same', () => {
    expect(changeForReaders(piece('It rained.'), piece('It rained.'))).toBe(null);
  });

  it('is small for a slip of the pen, and says which words', () => {
    expect(changeForReaders(piece('It raind all day long.'), piece('It rained all day long.'))).toEqual({
      before: 'raind',
      after: 'rained',
      isSubstantial: false,
    });
  });

  it('is substantial if a number, the title or many words change', () => {
    expect(changeForReaders(piece('It cost 12 euro.'), piece('It cost 120 euro.'))?.isSubstantial).toBe(true);
    expect(changeForReaders(piece('x'), piece('x', 'The mills'))?.isSubstantial).toBe(true);
    expect(
      changeForReaders(piece('It rained.'), piece('It rained. Then the river rose over the old bridge at night.'))?.isSubstantial,
    ).toBe(true);
  });

  it('quotes nothing if more than one field changed', () => {
    expect(changeForReaders(piece('one', 'T', 'a'), piece('two', 'T', 'b'))).toEqual({ before: '', after: '', isSubstantial: false });
  });
});
