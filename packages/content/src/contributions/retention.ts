import { type Database, SYSTEM_CALL } from '@colophon/core';
import { releaseFile } from '../assets/release-file.ts';
import { lockFile } from '../assets/store-file.ts';
import { lockContribution } from './record/lock-contribution.ts';
import { emptyContribution } from './people/erase.ts';

/** How many days texts and files of unsuccessful contributions are kept. */
export const CONTRIBUTIONS_KEPT = { rejected: 90, withdrawn: 30, quarantined: 180 } as const;

const DAY_MS = 86_400_000;
const AT_ONCE = 200;

/**
 * Deletes texts and files of contributions that were rejected, withdrawn, or left in quarantine without a decision long ago.
 * The row stays, with its dates and reasons. Uploads that were not contributed within an hour are deleted too. Any
 * number of processes can run this at the same time.
 *
 * @param days for all three; by default 90, 30 and 180
 */
export async function sweepContributions(
  database: Database,
  days?: number,
  now = new Date(),
): Promise<{ emptied: number; uploads: number }> {
  let emptied = 0;
  for (const [status, kept] of Object.entries(CONTRIBUTIONS_KEPT)) {
    const before = new Date(now.getTime() - (days ?? kept) * DAY_MS).toISOString();
    for (const { id, tenantId } of await leaving(database, status, before)) {
      emptied += await database.transaction(async () => {
        await lockContribution(database, id);
        // The contribution may have been resumed, or emptied by another process, in the meantime.
        if (!(await isLeaving(database, id, status, before))) return 0;
        await emptyContribution(database, { id, tenantId, status, erasedAt: now.toISOString() }, { ...SYSTEM_CALL, now: () => now });
        return 1;
      });
    }
  }
  return { emptied, uploads: await removeUploads(database, now) };
}

interface Leaving {
  readonly id: string;
  readonly tenantId: string | null;
}

async function leaving(database: Database, status: string, before: string): Promise<Leaving[]> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select(['id', 'tenantId'])
    .where('status', '=', status)
    .where('updated_at', '<', database.dialect.encode('datetime', before))
    .where('erasedAt', 'is', null)
    .orderBy('id')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => ({
    id: String(row['id']),
    tenantId: (row['tenantId'] as string | null | undefined) ?? null,
  }));
}

async function isLeaving(database: Database, id: string, status: string, before: string): Promise<boolean> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('updated_at', '<', database.dialect.encode('datetime', before))
    .where('erasedAt', 'is', null);
  return (await database.first(query.compile())) !== undefined;
}

async function removeUploads(database: Database, now: Date): Promise<number> {
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('content_contribution_uploads')
    .select(['id', 'fileKey', 'sha256', 'tenantId'])
    .where('expiresAt', '<=', database.dialect.encode('datetime', now.toISOString()))
    .limit(AT_ONCE);
  let removed = 0;
  for (const row of await database.all(query.compile())) {
    removed += await database.transaction(async () => {
      await lockFile(database, (row['tenantId'] as string | null | undefined) ?? null, String(row['sha256']));
      const gone = await database.run(builder.deleteFrom('content_contribution_uploads').where('id', '=', String(row['id'])).compile());
      // If it has been contributed in the meantime, the contribution refers to the bytes.
      if (gone > 0) await releaseFile(database, String(row['fileKey']));
      return gone;
    });
  }
  return removed;
}
