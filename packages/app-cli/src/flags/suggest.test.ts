import { expect, it } from 'vitest';
import { didYouMean, suggest } from './suggest.ts';

it.each([
  ['artcles', 'articles'],
  ['atricles', 'articles'],
  ['Articles', 'articles'],
  ['lits', 'list'],
  ['xx', undefined],
  ['pwsh', undefined],
  ['wholly-else', undefined],
  ['', undefined],
])('%j suggests %s', (typed, expected) => {
  expect(suggest(typed, ['articles', 'tags', 'list', 'get'])).toBe(expected);
});

it('formats the suggestion as a question', () => {
  expect(didYouMean('titel', ['title'], '--')).toBe('Did you mean --title?');
});
