const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The delays after failed attempts; after one more the delivery has failed. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A webhook whose attempts have all failed for this long is disabled. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;
/** The maximum jitter of a retry, so that retries after an outage are spread out. */
const JITTER = 0.2;
const SHORTEST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;
/** Statuses of an overloaded receiver. */
const OVERLOADED = new Set([429, 502, 504]);

/**
 * Returns when a delivery is retried after this many attempts; undefined if it has no attempts left.
 *
 * @param random from 0 to 1
 */
export function nextAttemptAt(attempts: number, now: Date, random: number): Date | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : new Date(now.getTime() + Math.round(delay * (1 + JITTER * random)));
}

/**
 * Returns until when nothing is sent to a receiver that asked for a pause (`Retry-After`) or is overloaded (429, 502, 504); undefined for
 * any other. The pause grows with the number of consecutive failures, up to a day.
 *
 * @param failures consecutive failures, including this one
 */
export function pausedUntil(
  { status, retryAfter }: { readonly status: number | undefined; readonly retryAfter: string | undefined },
  failures: number,
  now: Date,
): Date | undefined {
  const asked = retryAfter === undefined ? undefined : waitOf(retryAfter, now);
  const isOverloaded = status !== undefined && OVERLOADED.has(status);
  if (asked === undefined && !isOverloaded) return undefined;
  const backOff = isOverloaded ? SHORTEST_PAUSE_MS * 2 ** Math.min(Math.max(failures - 1, 0), 6) : 0;
  return new Date(now.getTime() + Math.min(Math.max(asked ?? 0, backOff), LONGEST_PAUSE_MS));
}

/** Returns the milliseconds in `Retry-After`, given in seconds or as a date (RFC 9110 §10.2.3); undefined for anything else. */
function waitOf(retryAfter: string, now: Date): number | undefined {
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const date = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
