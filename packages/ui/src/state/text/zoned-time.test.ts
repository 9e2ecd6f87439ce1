import { expect, it } from 'vitest';
import { fromZonedTime, toZonedTime } from './zoned-time.ts';

it('shows an instant as the clocks of a zone do, and reads it back', () => {
  expect(toZonedTime('2026-05-03T12:30:00.000Z', 'Europe/Berlin')).toBe('2026-05-03T14:30');
  expect(fromZonedTime('2026-05-03T14:30', 'Europe/Berlin')).toBe('2026-05-03T12:30:00.000Z');
  expect(fromZonedTime('2026-01-03T14:30', 'Asia/Kathmandu')).toBe('2026-01-03T08:45:00.000Z');
});

it('takes the first of an hour that is there twice, and the one after an hour that is left out', () => {
  expect(fromZonedTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(fromZonedTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

it('answers nothing for what is no time', () => {
  expect([toZonedTime(null, 'UTC'), toZonedTime('soon', 'UTC'), fromZonedTime('', 'UTC'), fromZonedTime('soon', 'UTC')]).toEqual([
    '',
    '',
    null,
    null,
  ]);
});
