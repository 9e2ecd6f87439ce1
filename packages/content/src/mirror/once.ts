import type { Database } from '@colophon/core';
import { beforeAbort } from '../record/before-abort.ts';

const running = new WeakMap<Database, Map<string, Promise<string>>>();

/**
 * Does work once for all concurrent callers in this process. If the caller doing it is aborted, the next one does it.
 */
export async function once(database: Database, key: string, signal: AbortSignal | undefined, work: () => Promise<string>): Promise<string> {
  const ofDatabase = running.get(database) ?? new Map<string, Promise<string>>();
  running.set(database, ofDatabase);
  for (;;) {
    signal?.throwIfAborted();
    const other = ofDatabase.get(key);
    if (!other) break;
    const found = await (signal ? beforeAbort(other.catch(passOn), signal) : other.catch(passOn));
    if (found !== undefined) return found;
  }
  const mine = work();
  ofDatabase.set(key, mine);
  try {
    return await mine;
  } finally {
    ofDatabase.delete(key);
  }
}

/** An error is passed to all callers, except the error of an aborted caller. */
function passOn(error: unknown): undefined {
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return undefined;
  throw error;
}
