/** When a user is notified: at once, once a day in a combined mail, or never. */
export const FREQUENCIES = ['now', 'daily', 'off'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The hour, in UTC, at which daily mails are sent. */
const DIGEST_HOUR = 6;

/** Returns when a mail with this frequency is due. */
export function dueFor(frequency: Exclude<Frequency, 'off'>, now: Date): Date {
  if (frequency === 'now') return now;
  const due = new Date(now);
  due.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  if (due <= now) due.setUTCDate(due.getUTCDate() + 1);
  return due;
}
