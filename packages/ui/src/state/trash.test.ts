import { expect, it } from 'vitest';
import { daysLeft } from './trash.ts';

it('rounds up to full days', () => {
  const expiresAt = '2026-05-31T10:00:00.000Z';
  const at = (now: string): number | null => daysLeft(expiresAt, Date.parse(now));
  expect(at('2026-05-01T10:00:01.000Z')).toBe(30);
  expect(at('2026-05-29T12:00:00.000Z')).toBe(2);
  expect(at('2026-05-30T11:00:00.000Z')).toBe(null);
});
