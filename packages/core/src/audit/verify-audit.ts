import { publicKeySet, type KeySet } from '../signing/key-documents.ts';
import { headKeeper } from '../heads/kept-heads.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { Database } from '../storage/database.ts';
import type { CheckpointStatement } from './checkpoints.ts';
import { checkCheckpoints } from './check-checkpoints.ts';
import { findUnlogged } from './find-unlogged.ts';
import { readCheckpoint } from './read-checkpoints.ts';
import { findUnsealed, storedChains } from './stored-chains.ts';
import { type ChainEnd, type ChainFault, type ChainReport, verifyChains } from './verify-chain.ts';

/** The result of verifying the audit log of a database. */
export interface AuditReport extends ChainReport {
  /** The number of entries that are not sealed yet. */
  readonly waiting: number;
  /** Where the heads signed last are kept; null if they are not, or none is yet: then the database alone cannot show that it was shortened. */
  readonly keptAt: string | null;
}

export interface VerifyAuditOptions {
  /** Checkpoints exported earlier: with them a truncated chain is detected, which the database alone cannot show. */
  readonly against?: readonly string[] | undefined;
  /** The ends of chains in an earlier export, which also detect a truncation after its last checkpoint. */
  readonly ends?: readonly ChainEnd[] | undefined;
  readonly keys?: KeySet | undefined;
  /** The ends of chains that are in the transparency log, as `verifyLog` proved them. */
  readonly logged?: readonly CheckpointStatement[] | undefined;
  /** The objects whose records must have entries; by default none is looked at. */
  readonly objects?: readonly ObjectDefinition[] | undefined;
  readonly now?: Date | undefined;
}

/**
 * Verifies the audit log of a database against its chains, its signed checkpoints and the heads kept outside of it, and reports the first
 * entry of each chain that was changed, removed, inserted, moved or misdated, checkpoints that were, and records that have no entry. Memory
 * is bounded, however many entries there are.
 *
 * @throws CheckpointError if a checkpoint of `against` is invalid
 */
export async function verifyAudit(
  database: Database,
  { against = [], ends = [], keys, logged = [], objects = [], now = new Date() }: VerifyAuditOptions = {},
): Promise<AuditReport> {
  const known = keys ?? (await publicKeySet(database));
  const keeper = database.ports.use(headKeeper);
  const kept = await keeper?.read();
  const keptEnds: ChainEnd[] = Object.entries(kept?.audit ?? {}).map(([chain, { sequence, chainHash }]) => ({
    chain,
    sequence,
    chainHash,
    place: `the head kept in ${keeper?.place}`,
  }));
  const { statements, faults } = await checkCheckpoints(database, { keys: known, kept: keptEnds, logged, now });
  const exported: CheckpointStatement[] = [];
  for (const jws of against) exported.push(await readCheckpoint(jws, known, now));
  const report = await verifyChains(storedChains(database), [...statements, ...logged, ...exported, ...keptEnds, ...ends]);
  const { waiting, inserted } = await findUnsealed(database);
  const more: ChainFault[] = [...faults, ...(inserted ? [inserted] : []), ...(await findUnlogged(database, objects))];
  return { ...report, waiting, keptAt: kept && keeper ? keeper.place : null, faults: [...report.faults, ...more] };
}
