const MINUTE_MS = 60_000;

/** The delays after failed attempts; after one more the mail has failed. */
const DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** Returns when a mail is retried after this many attempts; undefined if there are no more retries. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : new Date(now.getTime() + delay);
}
