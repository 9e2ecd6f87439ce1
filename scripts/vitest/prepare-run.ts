import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versions } from 'node:process';
import { keepExitCode } from './keep-exit-code.ts';
import { oncePerRun } from './once-per-run.ts';

/** A folder of Linux in memory. */
const IN_MEMORY = '/dev/shm';
/** What the temporary files of a run need there, in bytes. */
const NEEDED = 2 ** 31;

/** What every run needs: a folder for temporary files, in memory if there is one, and a compile cache for the processes that tests start. */
export default function prepareRun(): Promise<() => Promise<void>> {
  return oncePerRun('folders', prepare);
}

function prepare(): Promise<() => Promise<void>> {
  keepExitCode();
  const folder = mkdtempSync(join(hasMemory() ? IN_MEMORY : tmpdir(), 'colophon-run-'));
  // PostgreSQL, which runs as another user if the tests run as root, has its files below it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // Processes that tests start from source share a compile cache, and start in a quarter of the time.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  console.log(`Node ${versions.node}`);
  // At the very end: PostgreSQL and the workers use it until they have stopped.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return Promise.resolve(() => Promise.resolve());
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED;
  } catch {
    return false;
  }
}
