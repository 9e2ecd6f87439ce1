import { publicKeySet, type KeySet } from '../signing/key-documents.ts';
import type { Database } from '../storage/database.ts';
import type { CheckpointStatement } from './checkpoints.ts';
import { readCheckpoint, storedCheckpoints } from './read-checkpoints.ts';
import { findUnsealed, storedChains } from './stored-chains.ts';
import { type ChainReport, verifyChains } from './verify-chain.ts';

/** What came of checking the audit log of a database. */
export interface AuditReport extends ChainReport {
  /** Entries that are not sealed yet. */
  readonly waiting: number;
}

/**
 * Checks the audit log of a database against its chains and its signed checkpoints, and names the first entry of each chain that
 * was changed, removed, inserted or moved. Memory is bounded, however many entries there are.
 *
 * @param against checkpoints that were exported earlier: they show what the database alone cannot, that the end of a chain was cut off
 * @throws CheckpointError when a checkpoint must not be believed
 */
export async function verifyAudit(
  database: Database,
  {
    against = [],
    keys,
    now = new Date(),
  }: { against?: readonly string[] | undefined; keys?: KeySet | undefined; now?: Date | undefined } = {},
): Promise<AuditReport> {
  const known = keys ?? (await publicKeySet(database));
  const checkpoints: CheckpointStatement[] = [];
  for await (const jws of storedCheckpoints(database)) checkpoints.push(await readCheckpoint(jws, known, now));
  for (const jws of against) checkpoints.push(await readCheckpoint(jws, known, now));
  const report = await verifyChains(storedChains(database), checkpoints);
  const { waiting, inserted } = await findUnsealed(database);
  return { ...report, waiting, faults: inserted ? [...report.faults, inserted] : report.faults };
}
