const MINUTE_MS = 60_000;

/** How long is waited after each attempt that went wrong; after one more the mail has failed. */
const DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** When a mail is tried again after this many attempts; undefined when it has been tried often enough. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : new Date(now.getTime() + delay);
}
