import { type Database, SYSTEM_CALL } from '@colophon/core';
import { releaseFile } from '../assets/release-file.ts';
import { lockFile } from '../assets/store-file.ts';
import { lockContribution } from './lock-contribution.ts';
import { emptyContribution } from './people/erase.ts';

/** Days that texts and files are kept of what came to nothing. */
export const CONTRIBUTIONS_KEPT = { rejected: 90, withdrawn: 30, quarantined: 180 } as const;

const DAY_MS = 86_400_000;
const AT_ONCE = 200;

/**
 * Takes texts and files from contributions that came to nothing long ago: that were rejected, taken back, or held back without
 * anybody deciding. The row stays, with its dates and reasons. Uploads that nobody contributed within their hour go too. Any
 * number of processes may do so at once.
 *
 * @param days for all three; without it 90, 30 and 180
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
        // Someone may have taken it up again meanwhile, or another process have emptied it.
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
      // Whoever contributed it meanwhile holds it now.
      if (gone > 0) await releaseFile(database, String(row['fileKey']));
      return gone;
    });
  }
  return removed;
}
