import type { Database } from '@colophon/core';
import { moment } from '../rows/rows.ts';

/** The granularity of `lastUsedAt`: a token or session in use costs one small write per interval. */
const USE_GRAIN_MS = 3_600_000;

/**
 * Records the use of a token or session, to the hour unless `grain` (milliseconds) is given. It is written in the background, without
 * delaying the request: recording the last use is not worth a failed request.
 */
export function noteUse(
  database: Database,
  used: { table: 'api_tokens' | 'oauth_grants' | 'sessions'; id: string; lastUsedAt: string | null; now: Date; grain?: number },
): void {
  const { table, id, lastUsedAt, now, grain = USE_GRAIN_MS } = used;
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < grain) return;
  if (!isFirst(database, `${table}/${id}`, now.getTime(), grain)) return;
  const earlier = moment(database, new Date(now.getTime() - grain));
  const query = database.dialect.builder
    .updateTable(table)
    .set({ lastUsedAt: moment(database, now) })
    .where('id', '=', id)
    .where((each) => each.or([each('lastUsedAt', 'is', null), each('lastUsedAt', '<=', earlier)]));
  // After a running transaction: nothing waits for this write, and it must not fail a transaction.
  database.afterCommit(() => {
    database.run(query.compile()).catch(() => noted.get(database)?.delete(`${table}/${id}`));
  });
}

const MAXIMUM_NOTED = 10_000;
const noted = new WeakMap<Database, Map<string, number>>();

/** Whether this process has not recorded it recently: requests that arrive before the write is done would all write it again. */
function isFirst(database: Database, key: string, now: number, grain: number): boolean {
  const recorded = noted.get(database) ?? new Map<string, number>();
  noted.set(database, recorded);
  const before = recorded.get(key);
  if (before !== undefined && Math.abs(now - before) < grain) return false;
  if (recorded.size >= MAXIMUM_NOTED) recorded.clear();
  recorded.set(key, now);
  return true;
}
