import { takeLock } from '../repository/locks.ts';
import { pathOf, type Repository } from '../repository/repository.ts';
import { deleteManifest, listSnapshots, readManifest } from '../snapshots/manifest.ts';
import { expiredSnapshots, type KeepRule } from './keep-rules.ts';

/** A younger object may belong to a backup that was stopped and goes on later. */
const GRACE_MS = 86_400_000;

export interface PruneOptions {
  readonly keep: readonly KeepRule[];
  /** Deletes nothing. */
  readonly dryRun?: boolean;
  /** The age from which an object that no snapshot names is deleted, in milliseconds; default a day. */
  readonly grace?: number;
}

export interface Pruned {
  /** The ids of the snapshots. */
  readonly snapshots: readonly string[];
  readonly kept: number;
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Deletes the snapshots that no rule keeps, and then the objects that no snapshot names. If it is stopped, the next one goes on.
 *
 * @throws BackupError `backup_busy` while others back up or prune, `backup_damaged` if a snapshot that stays cannot be read
 */
export async function pruneBackups(repository: Repository, { keep, dryRun = false, grace = GRACE_MS }: PruneOptions): Promise<Pruned> {
  const { target } = repository;
  const lock = await takeLock(target, 'prune');
  try {
    const ids = await listSnapshots(target);
    const expired = expiredSnapshots(ids, keep);
    const kept = ids.filter((id) => !expired.includes(id));
    const named = new Set<string>();
    // What a snapshot needs is known only if its description can be trusted.
    for (const id of kept) for (const name of Object.keys((await readManifest(target, id)).manifest.objects)) named.add(name);
    if (!dryRun) for (const id of expired) await deleteManifest(target, id);
    let objects = 0;
    let bytes = 0;
    for await (const { name: path, size, modified } of target.list('objects/')) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (named.has(name) || path !== pathOf(name) || lock.takenAt.getTime() - modified.getTime() < grace) continue;
      objects += 1;
      bytes += size;
      if (!dryRun) await target.delete(path);
    }
    return { snapshots: expired, kept: kept.length, objects, bytes };
  } finally {
    await lock.release();
  }
}
