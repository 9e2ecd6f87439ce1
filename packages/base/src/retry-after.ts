/** More than anybody waits, and still a number to print. */
const MAX_SECONDS = 10 ** 10;

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3): seconds or a date.
 *
 * @param now milliseconds since 1970
 * @returns the delay that the server asks for in milliseconds, 0 for a date in the past; undefined if there is no valid value
 */
export function readRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_SECONDS) * 1000;
  // Date.parse is lenient; the header's own format starts with the name of a day.
  const date = /^[A-Za-z]{3,9},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
