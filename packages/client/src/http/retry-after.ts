/** More than anybody waits, and still a number to print. */
const MAX_SECONDS = 10 ** 10;

/**
 * Returns the delay requested by the server (RFC 9110 §10.2.3), in milliseconds: `Retry-After` as seconds or as a date.
 *
 * @param now milliseconds since 1970
 * @returns undefined if there is no valid value
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_SECONDS) * 1000;
  // Date.parse is lenient; the header's own format starts with the name of a day.
  const date = /^[A-Za-z]{3,9},/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
