import { expect, it } from 'vitest';
import { fromZonedTime, isFirstOfTwo, toZonedTime } from './zoned-time.ts';

it('converts an instant to local time in a zone and back', () => {
  expect(toZonedTime('2026-05-03T12:30:00.000Z', 'Europe/Berlin')).toBe('2026-05-03T14:30');
  expect(fromZonedTime('2026-05-03T14:30', 'Europe/Berlin')).toBe('2026-05-03T12:30:00.000Z');
  expect(fromZonedTime('2026-01-03T14:30', 'Asia/Kathmandu')).toBe('2026-01-03T08:45:00.000Z');
});

it('uses the first of a repeated hour, and the one after a skipped hour', () => {
  expect(fromZonedTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(fromZonedTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

it('recognizes the first of a repeated hour', () => {
  const isFirst = (iso: string, zone = 'Europe/Berlin'): boolean => isFirstOfTwo(iso, zone);
  expect([isFirst('2026-10-25T00:30:00.000Z'), isFirst('2026-10-25T01:30:00.000Z'), isFirst('2026-10-24T00:30:00.000Z')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isFirst('2026-10-25T02:00:00.000Z'), isFirst('2026-03-29T01:30:00.000Z'), isFirst('2026-10-25T00:30:00.000Z', 'UTC')]).toEqual([
    false,
    false,
    false,
  ]);
  expect([isFirstOfTwo(null, 'UTC'), isFirst('soon')]).toEqual([false, false]);
});

it('returns null for an invalid time', () => {
  expect([toZonedTime(null, 'UTC'), toZonedTime('soon', 'UTC'), fromZonedTime('', 'UTC'), fromZonedTime('soon', 'UTC')]).toEqual([
    '',
    '',
    null,
    null,
  ]);
});
