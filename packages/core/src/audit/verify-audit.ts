import { publicKeySet, type KeySet } from '../signing/key-documents.ts';
import type { Database } from '../storage/database.ts';
import type { CheckpointStatement } from './checkpoints.ts';
import { readCheckpoint, storedCheckpoints } from './read-checkpoints.ts';
import { findUnsealed, storedChains } from './stored-chains.ts';
import { type ChainEnd, type ChainReport, verifyChains } from './verify-chain.ts';

/** The result of verifying the audit log of a database. */
export interface AuditReport extends ChainReport {
  /** The number of entries that are not sealed yet. */
  readonly waiting: number;
}

/**
 * Verifies the audit log of a database against its chains and its signed checkpoints, and reports the first entry of each chain that
 * was changed, removed, inserted or moved. Memory is bounded, however many entries there are.
 *
 * @param against checkpoints exported earlier: with them a truncated chain is detected, which the database alone cannot show
 * @param ends the ends of chains in an earlier export, which also detect a truncation after its last checkpoint
 * @throws CheckpointError if a checkpoint is invalid
 */
export async function verifyAudit(
  database: Database,
  {
    against = [],
    ends = [],
    keys,
    now = new Date(),
  }: {
    against?: readonly string[] | undefined;
    ends?: readonly ChainEnd[] | undefined;
    keys?: KeySet | undefined;
    now?: Date | undefined;
  } = {},
): Promise<AuditReport> {
  const known = keys ?? (await publicKeySet(database));
  const checkpoints: CheckpointStatement[] = [];
  for await (const jws of storedCheckpoints(database)) checkpoints.push(await readCheckpoint(jws, known, now));
  for (const jws of against) checkpoints.push(await readCheckpoint(jws, known, now));
  const report = await verifyChains(storedChains(database), [...checkpoints, ...ends]);
  const { waiting, inserted } = await findUnsealed(database);
  return { ...report, waiting, faults: inserted ? [...report.faults, inserted] : report.faults };
}
