import { expect, it } from 'vitest';
import { lastDrillTime } from './drill-time.ts';

it('a trial is due since the last time of its day', () => {
  // The 24th of November 2026 is a Tuesday.
  const now = new Date(2026, 10, 24, 12);
  expect(lastDrillTime('sun 04:00', now)).toEqual(new Date(2026, 10, 22, 4));
  expect(lastDrillTime('tue 11:59', now)).toEqual(new Date(2026, 10, 24, 11, 59));
  expect(lastDrillTime('tue 12:01', now)).toEqual(new Date(2026, 10, 17, 12, 1));
  expect(lastDrillTime('wed 04:00', now)).toEqual(new Date(2026, 10, 18, 4));
});
