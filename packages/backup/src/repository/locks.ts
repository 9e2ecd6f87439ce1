import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { BackupError } from '../errors/backup-error.ts';
import type { BackupTarget, StoredObject } from '../targets/backup-target.ts';
import { storableBytes } from './storable-bytes.ts';

/** What a lock is for: backups run beside each other, a prune runs alone. */
export type LockKind = 'backup' | 'prune';

const FOLDER = 'locks/';
const HEARTBEAT_MS = 60_000;
/** A lock without a heartbeat for so long is that of a dead process. */
const STALE_MS = 600_000;
const PAUSE_MS = 300;

export interface Lock {
  /** When it was taken, by the clock of the target. */
  readonly takenAt: Date;
  release(): Promise<void>;
}

/**
 * Takes a lock in a target. Ages are compared by the clock of the target alone.
 *
 * @param waitMs how long others are waited for
 * @throws BackupError `backup_busy` if others hold theirs
 */
export async function takeLock(target: BackupTarget, kind: LockKind, { waitMs = 0 }: { waitMs?: number } = {}): Promise<Lock> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = await tryLock(target, kind);
    if (lock) return lock;
    if (performance.now() >= deadline)
      throw new BackupError(
        'backup_busy',
        `Another process ${kind === 'prune' ? 'backs up or prunes' : 'prunes'} in ${target.label} now.`,
        {
          hint: 'Try again when it has finished; the lock of a dead process ends after ten minutes.',
          retryable: true,
        },
      );
    await pause(PAUSE_MS * (1 + Math.random()));
  }
}

async function tryLock(target: BackupTarget, kind: LockKind): Promise<Lock | undefined> {
  const name = `${FOLDER}${kind}-${randomBytes(8).toString('hex')}`;
  const beat = (): Promise<void> => target.put(name, storableBytes(Buffer.from(`${JSON.stringify({ kind, pid: process.pid })}\n`)));
  const release = (): Promise<void> => target.delete(name).catch(() => undefined);
  await beat();
  // Each lists after it has written: of two that exclude each other, at least one sees the other.
  const locks: StoredObject[] = [];
  for await (const each of target.list(FOLDER)) locks.push(each);
  const own = locks.find((each) => each.name === name);
  const others = locks.filter((each) => each !== own && (kind === 'prune' || each.name.startsWith(`${FOLDER}prune-`)));
  if (!own || others.some(({ modified }) => own.modified.getTime() - modified.getTime() < STALE_MS)) {
    await release();
    return undefined;
  }
  const timer = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS).unref();
  return {
    takenAt: own.modified,
    async release() {
      clearInterval(timer);
      await release();
    },
  };
}
