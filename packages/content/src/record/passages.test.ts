import { describe, expect, it } from 'vitest';
import { firstPlaceOf, onlyPlaceOf, replacePassages } from './passages.ts';

describe('passages of a text', () => {
  it.each([
    ['oak', 'The oak stands.', 4],
    ['oak', 'The oak is an oak.', undefined],
    ['elm', 'The oak stands.', undefined],
    ['aa', 'aaa', undefined],
    ['abab', 'abaabab', 3],
    ['', 'abc', undefined],
    ['🌳', 'The 🌳.', 4],
  ])('finds %j in %j at %s', (passage, text, place) => {
    expect(onlyPlaceOf(passage, text)).toBe(place);
  });

  it('finds what indexOf finds', () => {
    for (let each = 0; each < 2000; each += 1) {
      const text = each.toString(2).padStart(11, '0').replaceAll('0', 'ab').replaceAll('1', 'a');
      const passage = text.slice(each % 5, (each % 5) + 1 + (each % 7));
      const first = text.indexOf(passage);
      expect(firstPlaceOf(passage, text)).toBe(first);
      expect(onlyPlaceOf(passage, text)).toBe(text.indexOf(passage, first + 1) < 0 ? first : undefined);
    }
  });

  it('looks through a long text in a moment, whatever the passage is', () => {
    const text = 'a'.repeat(1_000_000);
    const started = performance.now();
    expect(onlyPlaceOf(`aaaaaaaaaab${'a'.repeat(1989)}`, text)).toBeUndefined();
    expect(onlyPlaceOf(`${'a'.repeat(1999)}b`, text)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('replaces passages where they stand in the given text, and not in what others put there', () => {
    const exchange = [
      { find: 'alpha', replace: 'gamma' },
      { find: 'gamma', replace: 'alpha' },
    ];
    expect(replacePassages('alpha beta gamma', exchange)).toBe('gamma beta alpha');
    expect(replacePassages('alpha beta', exchange)).toBeUndefined();
    expect(
      replacePassages('abc', [
        { find: 'ab', replace: '' },
        { find: 'bc', replace: '' },
      ]),
    ).toBeUndefined();
  });
});
