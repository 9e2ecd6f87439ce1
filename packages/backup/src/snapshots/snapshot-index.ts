import type { RecordedSchema } from '@colophon/core/snapshot';
import { BackupError } from '../errors/backup-error.ts';
import type { Repository } from '../repository/repository.ts';
import type { NamedFile, StoredTable } from './manifest.ts';

/** What the objects of a snapshot are. */
export interface SnapshotIndex {
  readonly format: 'colophon-snapshot-index';
  readonly version: 1;
  readonly schema: Pick<RecordedSchema, 'version' | 'tables' | 'compatibleFrom' | 'applied'>;
  readonly tables: readonly StoredTable[];
  readonly files: readonly NamedFile[];
  /** The keys of files that the store did not have, or had with other bytes. */
  readonly missing: readonly string[];
  /** What the application says about the moment, such as the heads of its audit log. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The secrets of the application, by name; only in an encrypted repository. */
  readonly keys?: Readonly<Record<string, string>>;
}

/** Reads the index of a snapshot. @throws BackupError `backup_damaged`, `wrong_identity` */
export async function readIndex(repository: Repository, name: string): Promise<SnapshotIndex> {
  const index = JSON.parse((await repository.getBytes(name)).toString()) as SnapshotIndex;
  if (index.format === 'colophon-snapshot-index' && index.version === 1) return index;
  throw new BackupError('backup_damaged', 'The index of the snapshot has a format that this version does not know.');
}
