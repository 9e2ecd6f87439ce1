import { ColophonError, type Database, makeCall } from '@colophon/core';
import type { OpenContents } from '../record/capability.ts';
import { mirrorSettings } from './mirror-settings.ts';
import { MOST_FAILURES } from './content-mirror.ts';
import { refreshMirror } from './refresh-mirror.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 20;

/**
 * Refreshes mirrors that were not checked for the configured number of hours; none if that is not configured. Any number of processes can
 * run it concurrently: each mirror is refreshed by one of them.
 *
 * @returns how many were checked
 */
export async function refreshDueMirrors(database: Database, open: OpenContents, now: () => Date = () => new Date()): Promise<number> {
  const hours = database.ports.use(mirrorSettings)?.refreshHours;
  if (hours === undefined) return 0;
  const before = new Date(now().getTime() - hours * HOUR_MS).toISOString();
  let looked = 0;
  let unexpected: unknown;
  for (const { id, contentId, checkedAt } of await due(database, before)) {
    if (!(await claim(database, id, checkedAt, now().toISOString()))) continue;
    looked += 1;
    try {
      await refreshMirror(open(database, makeCall({ operation: 'refresh mirrors', now })), contentId, {}, makeCall({ now }));
    } catch (error) {
      // A failure of one site does not stop the others; the error is stored with its mirror.
      if (!(error instanceof ColophonError)) unexpected ??= error;
    }
  }
  if (unexpected !== undefined) throw unexpected;
  return looked;
}

interface Due {
  readonly id: string;
  readonly contentId: string;
  readonly checkedAt: unknown;
}

async function due(database: Database, before: string): Promise<Due[]> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_mirrors')
    .innerJoin('contents', 'contents.id', 'content_mirrors.contentId')
    .select(['content_mirrors.id', 'content_mirrors.contentId', 'content_mirrors.checkedAt'])
    .where('content_mirrors.checkedAt', '<', dialect.encode('datetime', before))
    .where('content_mirrors.failures', '<', MOST_FAILURES)
    .where('contents.status', '!=', 'deleted')
    .orderBy('content_mirrors.checkedAt')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => ({
    id: String(row['id']),
    contentId: String(row['contentId']),
    checkedAt: row['checkedAt'],
  }));
}

/** Returns whether no other process claimed it in the meantime. */
async function claim(database: Database, id: string, checkedAt: unknown, now: string): Promise<boolean> {
  const { dialect } = database;
  const query = dialect.builder
    .updateTable('content_mirrors')
    .set({ checkedAt: dialect.encode('datetime', now) })
    .where('id', '=', id)
    .where('checkedAt', '=', checkedAt);
  return (await database.run(query.compile())) === 1;
}
