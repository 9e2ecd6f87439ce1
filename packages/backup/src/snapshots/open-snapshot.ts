import { verifiedBytes } from '@colophon/core/files';
import type { SnapshotContents } from '@colophon/core/snapshot';
import type { Readable } from 'node:stream';
import type { JSONWebKeySet } from 'jose';
import { BackupError } from '../errors/backup-error.ts';
import type { Repository } from '../repository/repository.ts';
import { listSnapshots, type NamedFile, readManifest, type SignedManifest, stampOf } from './manifest.ts';
import { readIndex, type SnapshotIndex } from './snapshot-index.ts';

/** A snapshot that can be restored. */
export interface OpenedSnapshot extends SignedManifest {
  readonly index: SnapshotIndex;
  /** The rows, for `writeSnapshot`. */
  readonly contents: SnapshotContents;
  /** The files that the snapshot has. */
  readonly files: readonly NamedFile[];
  /** Returns the bytes of a file, of which the last are withheld unless they are those that were stored. */
  readFile(file: NamedFile): Promise<Readable>;
}

/**
 * Returns the id of a snapshot: the newest (`latest`), that of an id, or the newest at a time.
 *
 * @throws BackupError `no_backup`
 */
export async function findSnapshot(repository: Repository, at = 'latest'): Promise<string> {
  const ids = await listSnapshots(repository.target);
  const time = Date.parse(at);
  const stamp = Number.isNaN(time) ? undefined : stampOf(new Date(time));
  const found =
    at === 'latest' ? ids.at(-1) : (ids.find((id) => id === at) ?? (stamp && ids.findLast((id) => id.slice(0, stamp.length) <= stamp)));
  if (found) return found;
  throw new BackupError('no_backup', `There is no snapshot ${at === 'latest' ? '' : `${at} `}in ${repository.target.label}.`);
}

/** Opens a snapshot to restore it. @throws BackupError `no_backup`, `backup_damaged`, `wrong_identity` */
export async function openSnapshot(repository: Repository, id: string, keys?: JSONWebKeySet): Promise<OpenedSnapshot> {
  const signed = await readManifest(repository.target, id, keys);
  const index = await readIndex(repository, signed.manifest.index);
  const missing = new Set(index.missing);
  return {
    ...signed,
    index,
    contents: {
      schema: index.schema.tables,
      version: index.schema.version,
      compatibleFrom: index.schema.compatibleFrom,
      applied: index.schema.applied,
      digests: index.tables.map(({ table, rows, sha256 }) => ({ table, rows, sha256 })),
      parts: partsOf(repository, index),
    },
    files: index.files.filter(({ key }) => !missing.has(key)),
    async readFile(file) {
      return verifiedBytes(await repository.getFile(repository.nameOf(file.sha256)), file);
    },
  };
}

async function* partsOf(repository: Repository, { tables }: SnapshotIndex): AsyncGenerator<{ table: string; lines: Uint8Array }> {
  for (const { table, parts } of tables) for (const part of parts) yield { table, lines: await repository.getBytes(part) };
}
