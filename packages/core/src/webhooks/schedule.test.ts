import { describe, expect, it } from 'vitest';
import { nextAttemptAt, pausedUntil, RETRY_DELAYS_MS } from './schedule.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const after = (moment: Date | undefined): number | undefined => moment && (moment.getTime() - now.getTime()) / 1000;

describe('when a delivery is tried again', () => {
  it('is as planned and up to a fifth later', () => {
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      expect(after(nextAttemptAt(index + 1, now, 0))).toBe(delay / 1000);
      expect(after(nextAttemptAt(index + 1, now, 1))).toBe((delay * 1.2) / 1000);
    }
    expect(nextAttemptAt(RETRY_DELAYS_MS.length + 1, now, 0)).toBeUndefined();
  });
});

describe('the pause that a receiver is given', () => {
  const pause = (status: number | undefined, retryAfter?: string, failures = 1) =>
    after(pausedUntil({ status, retryAfter }, failures, now));

  it('is what it asks for, in seconds or until a date, and a day at most', () => {
    expect(pause(503, '120')).toBe(120);
    expect(pause(500, 'Sun, 22 Nov 2026 13:00:00 GMT')).toBe(3600);
    expect(pause(503, 'Sun, 22 Nov 2026 11:00:00 GMT')).toBe(0);
    expect(pause(503, '999999999')).toBe(86_400);
  });

  it('is a minute and more where it has too much to do, and longer the more often it failed', () => {
    expect([429, 502, 504].map((status) => pause(status))).toEqual([60, 60, 60]);
    expect([1, 2, 3, 7, 100].map((failures) => pause(429, undefined, failures))).toEqual([60, 120, 240, 3840, 3840]);
    expect(pause(429, '5')).toBe(60);
  });

  it('is none for anything else, whatever it writes', () => {
    for (const [status, retryAfter] of [[500], [undefined], [404], [503, 'soon'], [503, '-5'], [503, '1e9'], [500, '2026-11-23']] as const)
      expect([status, retryAfter, pause(status, retryAfter)]).toEqual([status, retryAfter, undefined]);
  });
});
