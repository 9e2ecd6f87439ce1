import { expect, it } from 'vitest';
import { anchorFinding } from './findings-anchor.ts';

const text = 'It rained. Everybody says so. It rained.';

it('takes the place that a finding names, while its words stand there', () => {
  expect(anchorFinding(text, { start: 11, end: 29, quote: 'Everybody says so.' })).toEqual({
    start: 11,
    end: 29,
    quote: 'Everybody says so.',
  });
  expect(anchorFinding(text, { start: 0, end: 10 })).toEqual({ start: 0, end: 10, quote: 'It rained.' });
});

it('finds words that moved, where they stand once', () => {
  expect(anchorFinding(`Hello. ${text}`, { start: 11, end: 29, quote: 'Everybody says so.' })?.start).toBe(18);
});

it('has no place for words that are gone, that stand twice, or that nobody named', () => {
  expect(anchorFinding(text, { quote: 'Nobody says so.' })).toBeNull();
  expect(anchorFinding(text, { start: 3, end: 5, quote: 'It rained.' })).toBeNull();
  expect(anchorFinding(text, {})).toBeNull();
  expect(anchorFinding(text, { start: 30, end: 4000 })).toBeNull();
  expect(anchorFinding(text, { start: 8, end: 2 })).toBeNull();
});
