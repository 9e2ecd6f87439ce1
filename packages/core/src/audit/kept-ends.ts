import type { Call } from '../callers/call.ts';
import { ConflictError, UsageError } from '../errors/errors.ts';
import { headKeeper, type KeptEnd } from '../heads/kept-heads.ts';
import { AUDIT_TABLE } from '../journal/chain-names.ts';
import { writeEntry } from '../journal/write-entry.ts';
import type { Database } from '../storage/database.ts';
import { chainsOf } from './chains-of.ts';
import { type ChainHead, headOf } from './read-unsealed.ts';
import { sealAuditEntries } from './seal-entries.ts';

/** The audit log does not continue what was last signed of it: it was shortened, emptied or written anew. */
export class LogShortenedError extends ConflictError {
  constructor(message: string) {
    super(message, {
      code: 'log_shortened',
      hint: 'newsroom audit verify names what is missing. After an intended restore, run newsroom audit continue.',
    });
  }
}

/**
 * Requires that the chains continue the ends that were last signed, as they are kept outside of the database. Nothing is required if none
 * are kept.
 *
 * @throws LogShortenedError
 */
export async function requireKeptEnds(database: Database): Promise<void> {
  const keeper = database.ports.use(headKeeper);
  const kept = await keeper?.read();
  for (const [chain, end] of Object.entries(kept?.audit ?? {})) {
    if ((await hashAt(database, chain, end.sequence)) === end.chainHash) continue;
    throw new LogShortenedError(
      `The audit log is not signed: its chain ${chain} does not continue the ${end.sequence} entries that ${keeper?.place} says were signed.`,
    );
  }
}

/** Keeps the signed ends of chains; an end that lies before the one that is kept changes nothing. */
export async function keepEnds(database: Database, ends: ReadonlyMap<string, ChainHead>): Promise<void> {
  const keeper = database.ports.use(headKeeper);
  if (!keeper) return;
  const kept = (await keeper.read()) ?? { audit: {} };
  const later = [...ends].filter(([chain, { sequence }]) => sequence > (kept.audit[chain]?.sequence ?? 0));
  if (later.length > 0) await keeper.write({ ...kept, audit: { ...kept.audit, ...Object.fromEntries(later) } });
}

/**
 * Goes on with the log as it is, although it does not continue what was last signed of it: after a restore, or the loss of the database. An
 * entry of the log says so, and names the ends that are lost.
 *
 * @param reason in words, for whoever reads the log
 * @returns the chains that do not continue what was kept, with the ends that are lost
 */
export async function continueShortenedLog(database: Database, reason: string, call: Call): Promise<ReadonlyMap<string, KeptEnd>> {
  const keeper = database.ports.use(headKeeper);
  if (!keeper) return new Map();
  let isDamaged = false;
  // A damaged file is replaced as well.
  const kept = await keeper.read().catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    isDamaged = true;
    return undefined;
  });
  const lost = new Map<string, KeptEnd>();
  for (const [chain, end] of Object.entries(kept?.audit ?? {}))
    if ((await hashAt(database, chain, end.sequence)) !== end.chainHash) lost.set(chain, end);
  if (lost.size === 0 && !isDamaged) return lost;
  const after = { reason, lost: Object.fromEntries(lost) };
  const entry = { action: 'continue', table: AUDIT_TABLE, key: 'log', before: null, after, tenantId: null };
  await database.transaction(() => writeEntry(database, call, entry));
  await sealAuditEntries(database);
  const present: Record<string, KeptEnd> = {};
  for (const chain of await chainsOf(database)) {
    const head = await headOf(database, chain);
    if (head) present[chain] = head;
  }
  await keeper.write({ ...kept, audit: present });
  return lost;
}

async function hashAt(database: Database, chain: string, sequence: number): Promise<string | undefined> {
  const query = database.dialect.builder
    .selectFrom('audit_chain')
    .select('chainHash')
    .where('chain', '=', chain)
    .where('sequence', '=', sequence);
  const row = await database.first(query.compile());
  return row && String(row['chainHash']);
}
