import { describe, expect, it } from 'vitest';
import { selectorOf } from './comment-records.ts';
import { mentionAt, mentionsIn, suggest } from './mentions.ts';

const people = [
  { id: '1', name: 'Ada Okoye' },
  { id: '2', name: 'Lía Fernández' },
  { id: '3', name: 'Li Wen' },
];

describe('a mention', () => {
  it.each([
    ['Look, @li', 9, { start: 6, typed: 'li' }],
    ['@', 1, { start: 0, typed: '' }],
    ['(@Lía Fer', 9, { start: 1, typed: 'Lía Fer' }],
    ['ada@gazette.example', 11, undefined],
    ['@Li Wen says so', 15, undefined],
    ['none', 4, undefined],
  ] as const)('is typed in %j at %i', (text, caret, mention) => {
    expect(mentionAt(text, caret)).toEqual(mention);
  });

  it('is suggested by any part of a name, ignoring diacritics and case', () => {
    expect(suggest(people, 'LI').map(({ id }) => id)).toEqual(['2', '3']);
    expect(suggest(people, 'fernandez').map(({ id }) => id)).toEqual(['2']);
    expect(suggest(people, 'nobody')).toEqual([]);
    expect(suggest([{ id: '4', name: 'Jo Lind' }, ...people], 'li').map(({ id }) => id)).toEqual(['2', '3', '4']);
  });

  it('is a person named in the text', () => {
    expect(mentionsIn('@Li Wen and @lia fernandez, not Ada Okoye', people)).toEqual(['2', '3']);
  });
});

describe('a passage', () => {
  it('is stored with its surrounding text', () => {
    expect(selectorOf('It rained. So.', { start: 3, end: 9 })).toEqual({
      exact: 'rained',
      prefix: 'It ',
      suffix: '. So.',
      start: 3,
      end: 9,
    });
  });

  it.each([
    ['of nothing', 'It rained.', 2, 2],
    ['of spaces', 'It  rained.', 2, 4],
    ['of more than is kept', 'x'.repeat(2000), 0, 1001],
    ['of half a letter', '👩', 0, 1],
  ])('%s is none', (_what, text, start, end) => {
    expect(selectorOf(text, { start, end })).toBeNull();
  });

  it('does not split surrogate pairs around it', () => {
    const text = `${'👩'.repeat(33)}x${'👩'.repeat(33)}`;
    const selector = selectorOf(text, { start: 66, end: 67 });
    expect(selector?.prefix.isWellFormed() && selector.suffix.isWellFormed()).toBe(true);
    expect(text.slice(0, 66).endsWith(selector?.prefix ?? '')).toBe(true);
  });
});
