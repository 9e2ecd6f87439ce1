import { UsageError } from '@colophon/core';

const UNITS = ['h', 'd', 'w', 'm', 'y'] as const;
type Unit = (typeof UNITS)[number];

/** Keeps the newest snapshot of each of this many hours, days, weeks, months or years. */
export interface KeepRule {
  readonly count: number;
  readonly unit: Unit;
}

/** These are never pruned, whatever the rules say. */
const NEWEST_KEPT = 3;
const DAY_MS = 86_400_000;

/** Parses rules such as `24h,7d,5w,12m,3y`. @throws UsageError */
export function parseKeepRules(text: string): KeepRule[] {
  return text.split(',').map((each) => {
    const [, count = '', unit = ''] = /^\s*([1-9]\d{0,3})([hdwmy])\s*$/.exec(each) ?? [];
    if (unit === '') throw new UsageError('must be numbers of hours, days, weeks, months and years, such as 24h,7d,5w,12m,3y');
    return { count: Number(count), unit: unit as Unit };
  });
}

/**
 * Returns the ids of the snapshots that no rule keeps, oldest first.
 *
 * @param ids that begin with their time, `20261121T100000Z`, in any order
 */
export function expiredSnapshots(ids: readonly string[], rules: readonly KeepRule[]): string[] {
  const newestFirst = [...ids].sort().reverse();
  const kept = new Set(newestFirst.slice(0, NEWEST_KEPT));
  for (const { count, unit } of rules) {
    const buckets = new Set<string>();
    for (const id of newestFirst) {
      const bucket = bucketOf(id, unit);
      if (buckets.has(bucket)) continue;
      if (buckets.size === count) break;
      buckets.add(bucket);
      kept.add(id);
    }
  }
  return newestFirst.filter((id) => !kept.has(id)).reverse();
}

/** The hour, day, week, month or year of an id in UTC; weeks begin on Mondays. */
function bucketOf(id: string, unit: Unit): string {
  switch (unit) {
    case 'h':
      return id.slice(0, 11);
    case 'd':
      return id.slice(0, 8);
    case 'w': {
      const day = Date.parse(`${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}T00:00:00Z`) / DAY_MS;
      // The first day of 1970 was a Thursday.
      return String(Math.floor((day + 3) / 7));
    }
    case 'm':
      return id.slice(0, 6);
    case 'y':
      return id.slice(0, 4);
  }
}
