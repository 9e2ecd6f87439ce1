import type { TransportResponse } from '../io/transport.ts';

/**
 * How long the server asks to wait (RFC 9110 §10.2.3), in milliseconds: `Retry-After` as seconds or as a date.
 *
 * @param now milliseconds since 1970
 * @returns undefined when it asks for nothing that can be understood
 */
export function readRetryAfter(response: Pick<TransportResponse, 'headers'>, now: number): number | undefined {
  const asked = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,10}$/.test(asked)) return Number(asked) * 1000;
  // Date.parse takes a lot for a date; the header's own form starts with the name of a day.
  const date = /^[A-Za-z]{3,9},/.test(asked) ? Date.parse(asked) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
