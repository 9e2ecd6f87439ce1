import { expect, it } from 'vitest';
import { didYouMean } from './suggest.ts';

it('formats the suggestion as a question', () => {
  expect(didYouMean('titel', ['title'], '--')).toBe('Did you mean --title?');
  expect(didYouMean('wholly-else', ['title'])).toBeUndefined();
});
