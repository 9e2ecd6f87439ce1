import type { Database } from '@colophon/core';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKLY = 'sun 04:00';

/** Returns the last time until now at which a drill was to begin, in the local time zone: `sun 04:00` of each week. */
export function lastDrillTime(setting: string, now: Date): Date {
  const [day = '', time = ''] = setting.split(' ');
  const [hours, minutes] = time.split(':').map(Number);
  const last = new Date(now);
  last.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  const since = (last.getDay() - DAYS.indexOf(day) + 7) % 7;
  last.setDate(last.getDate() - since);
  if (last > now) last.setDate(last.getDate() - 7);
  return last;
}

/** Whether there is a backup, and none was tried since the last time at which one was to be. */
export async function isDrillDue(database: Database, setting: string = WEEKLY, now: Date): Promise<boolean> {
  if (setting === 'off') return false;
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('backups')
    .select((each) => [each.fn.max('drilledAt').as('drilledAt'), each.fn.max('snapshot').as('snapshot')])
    .where('state', '=', 'done');
  const row = await database.first(query.compile());
  if (typeof row?.['snapshot'] !== 'string') return false;
  const tried = row['drilledAt'];
  return typeof tried !== 'string' || Date.parse(tried) < lastDrillTime(setting, now).getTime();
}
