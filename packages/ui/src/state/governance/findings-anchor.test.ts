import { expect, it } from 'vitest';
import { anchorFinding } from './findings-anchor.ts';

const text = 'It rained. Everybody says so. It rained.';

it('uses the recorded position of a finding while its quote is there', () => {
  expect(anchorFinding(text, { start: 11, end: 29, quote: 'Everybody says so.' })).toEqual({
    start: 11,
    end: 29,
    quote: 'Everybody says so.',
  });
  expect(anchorFinding(text, { start: 0, end: 10 })).toEqual({ start: 0, end: 10, quote: 'It rained.' });
});

it('finds a moved quote at its only occurrence', () => {
  expect(anchorFinding(`Hello. ${text}`, { start: 11, end: 29, quote: 'Everybody says so.' })?.start).toBe(18);
});

it('returns null if the quote is gone, occurs twice, or is missing', () => {
  expect(anchorFinding(text, { quote: 'Nobody says so.' })).toBeNull();
  expect(anchorFinding(text, { start: 3, end: 5, quote: 'It rained.' })).toBeNull();
  expect(anchorFinding(text, {})).toBeNull();
  expect(anchorFinding(text, { start: 30, end: 4000 })).toBeNull();
  expect(anchorFinding(text, { start: 8, end: 2 })).toBeNull();
});
