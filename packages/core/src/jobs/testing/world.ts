import { z } from 'zod';
import { type Call, makeCall } from '../../callers/call.ts';
import type { Caller, Role } from '../../callers/caller.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import type { Database } from '../../storage/database.ts';
import { Jobs } from '../job.ts';
import { jobKind } from '../job-kind.ts';
import { ClaimsQueue } from '../queue/claims-queue.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { PgBossQueue } from '../queue/pg-boss-queue.ts';
import type { JobSubmitter } from '../worker/run-delivery.ts';

export const jobsTable = operationTable([Jobs]);

/** Creates the tables of jobs in an empty database. */
export async function prepareJobs(database: Database): Promise<void> {
  await applyMigrations(database, jobsTable.schema);
}

export function member(name: string, role: Role = 'editor', tenantId: string | null = null): Caller {
  return { kind: 'user', id: name, name, tenantId, role };
}

export function callAs(caller: Caller): Call {
  return makeCall({ caller });
}

/** An authority with which every submitter keeps their permissions. */
export const everyone = async ({ kind, id, tenantId }: JobSubmitter): Promise<Caller> => ({ kind, id, name: id, tenantId, role: 'editor' });

/** A job that counts to a number, one step at a time. */
export const counting = jobKind({
  kind: 'count',
  input: z.strictObject({ to: z.int(), pause: z.int().default(0) }),
  run: async ({ to, pause }, { progress, signal }) => {
    for (let step = 1; step <= to; step += 1) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
      progress(step, to, `Step ${step}`);
    }
    return { result: { reached: to }, message: `Counted to ${to}.` };
  },
});

export const QUEUES = {
  sqlite: ['claims'],
  postgres: ['claims', 'pg-boss'],
} as const;

/** Opens a queue by name, with the shortest leases it supports. */
export async function openQueue(
  name: 'claims' | 'pg-boss',
  database: Database,
  options: { lease?: number; monotonic?: () => number } = {},
): Promise<JobQueue> {
  if (name === 'claims') return new ClaimsQueue(database, { lease: 600, ...options });
  return PgBossQueue.open(database, { lease: 10_000, lookEvery: 1_000 });
}
