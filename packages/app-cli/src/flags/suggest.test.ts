import { expect, it } from 'vitest';
import { didYouMean, suggest } from './suggest.ts';

it.each([
  ['artcles', 'articles'],
  ['atricles', 'articles'],
  ['Articles', 'articles'],
  ['lits', 'list'],
  ['xx', undefined],
  ['wholly-else', undefined],
  ['', undefined],
])('somebody who types %j probably meant %s', (typed, meant) => {
  expect(suggest(typed, ['articles', 'tags', 'list', 'get'])).toBe(meant);
});

it('says it as a question', () => {
  expect(didYouMean('titel', ['title'], '--')).toBe('Did you mean --title?');
});
