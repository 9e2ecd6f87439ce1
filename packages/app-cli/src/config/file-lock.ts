import { loadFileSystem } from '../io/builtin.ts';
import { LocalError } from '../errors/errors.ts';
import { isErrorCode } from '../io/error-code.ts';

/** A lock older than this belongs to a dead process; writing a config takes milliseconds. */
const STALE_MILLISECONDS = 10_000;
const WAIT_MILLISECONDS = 25;

/**
 * Runs `work` while no other process of this user does so for `path`.
 *
 * The lock is a folder next to the file, since creating one is atomic on every file system.
 *
 * @throws LocalError `config_locked` if another process holds it for longer than the stale time
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  await acquire(lock, Date.now() + STALE_MILLISECONDS + 2_000);
  try {
    return await work();
  } finally {
    await loadFileSystem().rm(lock, { recursive: true, force: true });
  }
}

async function acquire(lock: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await loadFileSystem().mkdir(lock, { mode: 0o700 });
      return;
    } catch (cause) {
      if (!isErrorCode(cause, 'EEXIST')) throw cause;
      await removeWhenStale(lock);
      if (Date.now() > deadline) {
        throw new LocalError('config_locked', `Another process holds ${lock}`, { hint: 'If none is running, remove that folder.', cause });
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
    }
  }
}

async function removeWhenStale(lock: string): Promise<void> {
  const created = await loadFileSystem()
    .stat(lock)
    .catch(() => undefined);
  if (created !== undefined && Date.now() - created.mtimeMs > STALE_MILLISECONDS)
    await loadFileSystem().rm(lock, { recursive: true, force: true });
}
