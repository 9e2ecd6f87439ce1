import { ColophonError, type Database, makeCall } from '@colophon/core';
import type { OpenContents } from '../record/capability.ts';
import { mirrorSettings } from './configure-mirrors.ts';
import { MOST_FAILURES } from './content-mirror.ts';
import { refreshMirror } from './refresh-mirror.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 20;

/**
 * Asks again the sites of mirrors that were not looked at for the hours that are configured; of none when none are. Any number
 * of processes may do so at once: each mirror is looked at by one of them.
 *
 * @returns how many were looked at
 */
export async function refreshDueMirrors(database: Database, open: OpenContents, now: () => Date = () => new Date()): Promise<number> {
  const hours = mirrorSettings()?.refreshHours;
  if (hours === undefined) return 0;
  const before = new Date(now().getTime() - hours * HOUR_MS).toISOString();
  let looked = 0;
  for (const { id, contentId, checkedAt } of await due(database, before)) {
    if (!(await claim(database, id, checkedAt, now().toISOString()))) continue;
    looked += 1;
    await refreshMirror(open(database, makeCall({ operation: 'refresh mirrors', now })), contentId, {}, makeCall({ now })).catch(passOver);
  }
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

/** Whether nobody else took it up meanwhile. */
async function claim(database: Database, id: string, checkedAt: unknown, now: string): Promise<boolean> {
  const { dialect } = database;
  const query = dialect.builder
    .updateTable('content_mirrors')
    .set({ checkedAt: dialect.encode('datetime', now) })
    .where('id', '=', id)
    .where('checkedAt', '=', checkedAt);
  return (await database.run(query.compile())) === 1;
}

/** One site holds up none of the others; why it was not refreshed stands with its mirror. */
function passOver(error: unknown): void {
  if (!(error instanceof ColophonError)) throw error;
}
