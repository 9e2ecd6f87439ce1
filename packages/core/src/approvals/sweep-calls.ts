import { SYSTEM_CALL } from '../callers/call.ts';
import type { Database } from '../storage/database.ts';
import { PendingCalls } from './pending-call.ts';

const INPUT_KEPT_MS = 7 * 86_400_000;
/** After this time, a call without an outcome is assumed to belong to a dead process. */
const RUNNING_MS = 3_600_000;
const AT_ONCE = 500;

/**
 * Ends calls that waited for too long, and erases the arguments of those that were decided, or ended, more than seven days ago. What was
 * asked for, by whom and on whose decision is kept. Run it every few minutes; several processes can run it at once.
 *
 * @returns the number of calls that ended
 */
export async function sweepPendingCalls(database: Database, now = new Date()): Promise<number> {
  const calls = new PendingCalls(database, { ...SYSTEM_CALL, now: () => now });
  const over = await calls.list({
    where: { state: { in: ['waiting', 'approved'] }, expiresAt: { lte: now.toISOString() } } as never,
    orderBy: 'id',
    limit: AT_ONCE,
  });
  let ended = 0;
  for (const { id } of over) {
    await database.transaction(async () => {
      const found = await calls.getForUpdate(id);
      // Somebody may have used it in the meantime.
      if (found?.state !== 'waiting' && found?.state !== 'approved') return;
      await calls.update(id, { state: 'expired' });
      ended += 1;
    });
  }
  await endInterrupted(database, calls, now);
  const before = database.dialect.encode('datetime', new Date(now.getTime() - INPUT_KEPT_MS).toISOString());
  const { builder } = database.dialect;
  const erase = builder
    .updateTable('pending_calls')
    .set({ input: null })
    .where('input', 'is not', null)
    .where('state', '<>', 'waiting')
    .where((row) => row.or([row('decidedAt', '<=', before), row.and([row('decidedAt', 'is', null), row('expiresAt', '<=', before)])]));
  await database.run(erase.compile());
  return ended;
}

/** Ends calls whose process died while they ran: what they did is in the audit log, and they never run again. */
async function endInterrupted(database: Database, calls: PendingCalls, now: Date): Promise<void> {
  const usedBefore = new Date(now.getTime() - RUNNING_MS).toISOString();
  const where = { state: 'running', usedAt: { lte: usedBefore } } as never;
  for (const { id } of await calls.list({ where, orderBy: 'id', limit: AT_ONCE })) {
    await database.transaction(async () => {
      const found = await calls.getForUpdate(id);
      if (found?.state === 'running') await calls.update(id, { state: 'failed', problem: 'interrupted' });
    });
  }
}
