import { expect, it } from 'vitest';
import { directionOf, formatFor } from './format.ts';

it('shows a time with its zone, whatever the zone of this machine', () => {
  const format = formatFor('en-GB', 'Europe/Berlin');
  expect(format.dateTime('2026-05-03T12:30:00.000Z')).toBe('3 May 2026, 14:30 CEST');
  expect(format.time('2026-01-03T12:30:00.000Z')).toBe('13:30 CET');
  expect(format.date('2026-05-03T22:30:00.000Z')).toBe('4 May 2026');
  expect(formatFor('en-GB', 'UTC').date('2026-05-03T22:30:00.000Z')).toBe('3 May 2026');
});

it('returns an invalid date unchanged', () => {
  const format = formatFor('en', 'UTC');
  expect(format.date('<b>soon</b>')).toBe('<b>soon</b>');
  expect(format.relative('soon', 0)).toBe('soon');
});

it('formats relative times in the largest fitting unit', () => {
  const format = formatFor('en', 'UTC');
  const now = Date.parse('2026-05-03T12:00:00Z');
  expect(format.relative('2026-05-03T11:59:58Z', now)).toBe('2 seconds ago');
  expect(format.relative('2026-05-03T10:00:00Z', now)).toBe('2 hours ago');
  expect(format.relative('2026-05-04T12:00:00Z', now)).toBe('tomorrow');
});

it('formats counts, sizes and lists for the language', () => {
  const german = formatFor('de', 'UTC');
  expect(german.number(1234.5)).toBe('1.234,5');
  expect(german.list(['Ada', 'Li', 'Jo'])).toBe('Ada, Li und Jo');
  expect(formatFor('en', 'UTC').bytes(1_240_000)).toBe('1.2 MB');
  expect(formatFor('en', 'UTC').bytes(999)).toBe('999 byte');
  expect(german.plural(1, { one: 'Fakt', other: 'Fakten' })).toBe('Fakt');
  expect(formatFor('ar', 'UTC').plural(2, { two: 'حقيقتان', other: 'حقائق' })).toBe('حقيقتان');
});

it('sorts as a reader of the language expects, numbers by their value', () => {
  expect(['10', 'Ärzte', '9', 'Zebra'].toSorted(formatFor('de', 'UTC').compare)).toEqual(['9', '10', 'Ärzte', 'Zebra']);
});

it('is created once per language and zone', () => {
  expect(formatFor('en', 'UTC')).toBe(formatFor('en', 'UTC'));
});

it.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ks-Deva', 'ltr'],
  ['de', 'ltr'],
  ['zh-Hant-TW', 'ltr'],
] as const)('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});

it('names languages, and returns unknown tags unchanged', () => {
  expect(formatFor('en', 'UTC').language('de')).toBe('German');
  expect(formatFor('de', 'UTC').language('pt-BR')).toBe('Portugiesisch (Brasilien)');
  expect(formatFor('en', 'UTC').language('no such tag')).toBe('no such tag');
});
