/** How soon somebody is told: at once, once a day together with everything else, or not at all. */
export const FREQUENCIES = ['now', 'daily', 'off'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The hour, in UTC, at which what was kept for the day goes out. */
const DIGEST_HOUR = 6;

/** When a mail is due for somebody who is told with this frequency. */
export function dueFor(frequency: Exclude<Frequency, 'off'>, now: Date): Date {
  if (frequency === 'now') return now;
  const due = new Date(now);
  due.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  if (due <= now) due.setUTCDate(due.getUTCDate() + 1);
  return due;
}
