import type { Database } from '@colophon/core';

const DAY_MS = 86_400_000;
/** In days. */
export const EVENTS_KEPT = 30;

/** Removes events that are older than this many days. The latest stays, because its number must not be given again. */
export async function pruneEvents(database: Database, days: number = EVENTS_KEPT, now = new Date()): Promise<number> {
  const { builder } = database.dialect;
  const latest = builder.selectFrom('content_events').select((each) => each.fn.max('sequence').as('last'));
  const last = Number((await database.first(latest.compile()))?.['last'] ?? 0);
  const before = database.dialect.encode('datetime', new Date(now.getTime() - days * DAY_MS).toISOString());
  return database.run(builder.deleteFrom('content_events').where('sequence', '<', last).where('created_at', '<', before).compile());
}
