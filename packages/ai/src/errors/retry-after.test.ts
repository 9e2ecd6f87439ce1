import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration, readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const read = (headers: Record<string, string>, body = ''): number | undefined => readRetryAfter((name) => headers[name], body, now);

describe('the delay requested by a provider', () => {
  it.each([
    [{ 'retry-after': '20' }, 20],
    [{ 'retry-after': '1.5' }, 1.5],
    [{ 'retry-after-ms': '250' }, 0.25],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }, 30],
    [{ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' }, 0],
    [{ 'retry-after': 'Saturday, 21-Nov-26 10:00:30 GMT' }, 30],
    [{ 'retry-after': 'Sat Nov 21 10:00:30 2026' }, 30],
    [{ 'retry-after': '2026-11-21T10:00:30Z' }, 30],
    [{ 'retry-after': '20s' }, 20],
    [{ 'retry-after': '999999999' }, 2_592_000],
    [{ 'x-ratelimit-reset': '1795255230' }, 30],
    [{ 'x-ratelimit-reset': '1795255230000' }, 30],
    [{ 'x-ratelimit-reset': '1795255100' }, 0],
    [{ 'x-ratelimit-reset-after': '1.5' }, 1.5],
    [{ 'ratelimit-reset': '30' }, 30],
    [{ ratelimit: 'limit=10, remaining=0, reset=30' }, 30],
    [{ ratelimit: '"default";r=0;t=30' }, 30],
    [{ 'x-ratelimit-reset-requests': '1d2h' }, 93_600],
    [{ 'x-ratelimit-reset-tokens': '59.56ms' }, 0.059_56],
    [{ 'x-ratelimit-reset-requests': '6m0s' }, 360],
    [{ 'x-ratelimit-reset-tokens': '120ms' }, 0.12],
    [{ 'anthropic-ratelimit-requests-reset': '2026-11-21T10:00:10Z', 'anthropic-ratelimit-tokens-reset': '2026-11-21T10:00:40Z' }, 40],
  ])('reads %o as %d seconds', (headers, seconds) => {
    expect(read(headers as Record<string, string>)).toBe(seconds);
  });

  it.each([
    ['{"error":{"details":[{"retryDelay":"20s"}]}}', 20],
    ['Please try again in 1.5s.', 1.5],
    ['Please retry after 3 seconds', 3],
    ['limit resets in 2 minutes', 120],
    ['try again in 400ms', 0.4],
    ['Please try again in 1m30s.', 90],
    ['Please wait 1 hour and 5 minutes, then go on', 3900],
    ['try again in 2 days', 172_800],
    ['{"retry_after_ms": 1500}', 1.5],
    ['{"retryAfter": 3}', 3],
  ])('reads a hint in the body: %s', (body, seconds) => {
    expect(read({}, body)).toBeCloseTo(seconds);
  });

  it('prefers a header to a hint in the body', () => {
    expect(read({ 'retry-after': '5' }, 'try again in 99s')).toBe(5);
  });

  it.each([['20abc'], ['soon'], ['-4'], [''], ['12 parsecs']])('does not parse %s as a number', (value) => {
    expect(read({ 'retry-after': value })).toBeUndefined();
  });

  it('does not read "resets every 1h" as a delay', () => {
    expect(read({}, 'token limit exceeded (277867/250000, resets every 1h)')).toBeUndefined();
  });

  it('parses any whole number of seconds, and never fails on any text', () => {
    fc.assert(fc.property(fc.nat(1_000_000), (seconds) => read({ 'retry-after': String(seconds) }) === seconds));
    fc.assert(
      fc.property(fc.string(), fc.string(), (header, body) => {
        const seconds = read({ 'retry-after': header, 'x-ratelimit-reset-tokens': header }, body);
        return seconds === undefined || seconds >= 0;
      }),
    );
    fc.assert(fc.property(fc.nat(23), fc.nat(59), fc.nat(59), (h, m, s) => parseDuration(`${h}h${m}m${s}s`) === h * 3600 + m * 60 + s));
  });
});
