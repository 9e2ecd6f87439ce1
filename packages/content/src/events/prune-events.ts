import type { Database } from '@colophon/core';

const DAY_MS = 86_400_000;
/** In days. */
export const EVENTS_KEPT = 30;

/** Days that events are kept if a follower has not read them yet. */
const UNREAD_KEPT = 90;

/**
 * Deletes events that are older than this many days. The latest is kept, because its number must not be reused, and so are events that a
 * follower has not read, for 90 days.
 *
 * @param readUpTo the number up to which all followers have read; undefined if there are none
 */
export async function pruneEvents(
  database: Database,
  days: number = EVENTS_KEPT,
  now = new Date(),
  readUpTo = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const { builder } = database.dialect;
  const latest = builder.selectFrom('content_events').select((each) => each.fn.max('sequence').as('last'));
  const last = Number((await database.first(latest.compile()))?.['last'] ?? 0);
  const daysAgo = (count: number): unknown => database.dialect.encode('datetime', new Date(now.getTime() - count * DAY_MS).toISOString());
  const over = builder.deleteFrom('content_events').where('sequence', '<', last).where('created_at', '<', daysAgo(days));
  const unneeded = over.where((each) =>
    each.or([each('sequence', '<=', Math.min(readUpTo, last)), each('created_at', '<', daysAgo(Math.max(days, UNREAD_KEPT)))]),
  );
  return database.run(unneeded.compile());
}
