import { hash } from 'node:crypto';
import { LogError } from '@colophon/verify';
import { headKeeper } from '../heads/kept-heads.ts';
import { LogDamagedError, LogKeyError } from './log-error.ts';
import { provedEdge, sequenceEntries } from './sequence-entries.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** A log that was opened because the one before cannot go on. */
export interface NextLog {
  readonly origin: string;
  readonly former: string;
  /** Why the one before cannot go on. */
  readonly reason: string;
}

/**
 * Opens another log if the one of the database cannot go on: after a restore it lacks entries that were signed, and going on at their indices would
 * show a second history. The first entry of the new one names the former log and the digest of its last known head. Everything is logged again in it.
 *
 * @returns undefined if the log can go on
 */
export async function openNextLog(log: TransparencyLog): Promise<NextLog | undefined> {
  const { database, key } = log;
  const keeper = database.ports.use(headKeeper);
  const kept = await log.keptHead();
  const current = await log.current();
  if (!current && !kept) return undefined;
  let reason: string;
  try {
    const open = await log.open(key);
    await provedEdge(log, open, await log.head(open.number));
    return undefined;
  } catch (error) {
    if (!(error instanceof LogDamagedError || error instanceof LogKeyError || error instanceof LogError)) throw error;
    reason = error.message;
  }
  const former = kept?.origin ?? current?.origin ?? '';
  const head = kept?.note ?? (current && (await log.head(current.number))?.note) ?? '';
  // A kept head may be of a later log than any of the database.
  const number = Math.max(current?.number ?? 0, numberIn(former)) + 1;
  const opened = await database.transaction(async () => {
    await database.lock('transparency log');
    return log.addLog(key, number);
  });
  const { log: _former, ...others } = (await keeper?.read()) ?? { audit: {} };
  await keeper?.write(others);
  await sequenceEntries(log, [{ kind: 'origin', id: former, digest: `sha256:${hash('sha256', head, 'hex')}` }]);
  return { origin: opened.origin, former, reason };
}

function numberIn(origin: string): number {
  return Number(/\/(\d+)$/.exec(origin)?.[1] ?? 1);
}
