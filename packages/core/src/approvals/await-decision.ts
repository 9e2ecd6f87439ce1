import { setTimeout as sleep } from 'node:timers/promises';
import { onSignal } from '../signals/signal.ts';
import type { Database } from '../storage/database.ts';
import { DECISIONS, PendingCalls } from './pending-call.ts';

/**
 * Waits until somebody has decided on a call, for at most so many milliseconds.
 *
 * @param signal ends the waiting, if whoever waits has gone
 */
export async function awaitDecision(
  database: Database,
  id: string,
  { atMostMs, signal }: { readonly atMostMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const look = async (): Promise<void> => {
    if ((await new PendingCalls(database).get(id))?.state !== 'waiting') over.abort();
  };
  const lookAgain = (changed: string | undefined): void => {
    // What cannot be read now is asked for again by the next call.
    if (changed === undefined || changed === id) look().catch(() => over.abort());
  };
  const unsubscribe = onSignal(database, DECISIONS, lookAgain);
  try {
    await look();
    await sleep(atMostMs, undefined, { signal: stop, ref: false });
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    unsubscribe();
  }
}
