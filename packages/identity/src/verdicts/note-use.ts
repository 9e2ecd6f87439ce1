import type { Database } from '@colophon/core';
import { moment } from '../rows.ts';

/** How coarse `lastUsedAt` is: what is in use costs one small write in this time. */
const USE_GRAIN_MS = 3_600_000;

/**
 * Notes that a token or session was used, to the hour. It is written beside the request, which does not wait for it:
 * when something was last used is worth no failed request.
 */
export function noteUse(
  database: Database,
  used: { table: 'api_tokens' | 'sessions'; id: string; lastUsedAt: string | null; now: Date },
): void {
  const { table, id, lastUsedAt, now } = used;
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < USE_GRAIN_MS) return;
  if (!isFirst(database, `${table}/${id}`, now.getTime())) return;
  const earlier = moment(database, new Date(now.getTime() - USE_GRAIN_MS));
  const query = database.dialect.builder
    .updateTable(table)
    .set({ lastUsedAt: moment(database, now) })
    .where('id', '=', id)
    .where((each) => each.or([each('lastUsedAt', 'is', null), each('lastUsedAt', '<=', earlier)]));
  // After a transaction that is under way: nothing waits for this write, and it must not end one.
  database.afterCommit(() => {
    database.run(query.compile()).catch(() => noted.get(database)?.delete(`${table}/${id}`));
  });
}

const MAXIMUM_NOTED = 10_000;
const noted = new WeakMap<Database, Map<string, number>>();

/** Whether this process has not noted it lately: requests that come before the write is done would all write it again. */
function isFirst(database: Database, key: string, now: number): boolean {
  const known = noted.get(database) ?? new Map<string, number>();
  noted.set(database, known);
  const before = known.get(key);
  if (before !== undefined && Math.abs(now - before) < USE_GRAIN_MS) return false;
  if (known.size >= MAXIMUM_NOTED) known.clear();
  known.set(key, now);
  return true;
}
