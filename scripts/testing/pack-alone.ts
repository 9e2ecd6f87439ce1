import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOCK = join(import.meta.dirname, '../../node_modules/.cache/colophon/packing.lock');
/** In milliseconds; a process that was killed while it packed leaves the lock behind. */
const STALE = 600_000;

/** Builds or packs while no other test of this checkout does: all build into the same `dist` folders. */
export async function packAlone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(LOCK), { recursive: true });
  while (!took()) await pause(200);
  try {
    return await work();
  } finally {
    rmdirSync(LOCK);
  }
}

function took(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const made = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && Date.now() - made > STALE) rmdirSync(LOCK);
  return false;
}
