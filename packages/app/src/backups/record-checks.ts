import type { Database } from '@colophon/core';

/** Records that the objects of a backup were found complete. */
export function recordVerified(database: Database, snapshot: string): Promise<void> {
  return record(database, [snapshot], { verifiedAt: new Date().toISOString() });
}

/** Records what a trial of a backup found. */
export function recordDrill(database: Database, snapshot: string, faults: readonly string[]): Promise<void> {
  const drillFault = faults.length === 0 ? null : faults.join(' ').slice(0, 500);
  return record(database, [snapshot], { drilledAt: new Date().toISOString(), drillFault });
}

/** Records that backups were deleted. */
export async function recordPruned(database: Database, snapshots: readonly string[]): Promise<void> {
  if (snapshots.length > 0) await record(database, snapshots, { state: 'pruned' });
}

/** A backup that another database made has no record here. */
async function record(database: Database, snapshots: readonly string[], values: Readonly<Record<string, unknown>>): Promise<void> {
  const change = { ...values, updated_at: new Date().toISOString() };
  await database.run(database.dialect.builder.updateTable('backups').set(change).where('snapshot', 'in', snapshots).compile());
}
