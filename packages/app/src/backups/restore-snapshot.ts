import type { OpenedSnapshot } from '@colophon/backup';
import { applyMigrations, type Database, migrationStatus } from '@colophon/core';
import type { FileStore, StorableFile } from '@colophon/core/files';
import { writeSnapshot } from '@colophon/core/snapshot';
import { BackupError } from '@colophon/backup';
import { mkdtemp, rm } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Application } from '../definition/application.ts';
import type { Config } from '../settings/config.ts';
import { type Held, holdRestored, recordRestored, type Restored } from './hold-restored.ts';

/**
 * Writes the rows of a snapshot into an empty database and holds what must not happen twice, all of it or nothing; then brings it to the schema of
 * this version.
 *
 * @throws SnapshotError @throws BackupError
 */
export async function restoreRows<C extends Config>(
  application: Application<C>,
  database: Database,
  snapshot: OpenedSnapshot,
  about: Omit<Restored, 'snapshot' | 'created'>,
): Promise<Held> {
  const { migrations: files } = application;
  const { schema } = application.table;
  const restored: Restored = { ...about, snapshot: snapshot.manifest.id, created: snapshot.manifest.created };
  let held: Held | undefined;
  let isCurrent = false;
  await writeSnapshot(database, snapshot.contents, {
    schema,
    files,
    async prepare() {
      await requireSigner(database, snapshot);
      held = await holdRestored(application, database, restored);
      isCurrent = (await migrationStatus(database, schema, { files })).state === 'current';
      if (isCurrent) await recordRestored(application, database, restored);
    },
  });
  if (!isCurrent) {
    await applyMigrations(database, schema, { files });
    await recordRestored(application, database, restored);
  }
  return held ?? { deliveries: 0, reset: [], lines: [] };
}

/** Whoever signed the snapshot must be known to what it holds: another one could have been put in its place. */
async function requireSigner(database: Database, { kid, manifest }: OpenedSnapshot): Promise<void> {
  const query = database.dialect.builder.selectFrom('signing_keys').select('kid').where('kid', '=', kid);
  if (await database.first(query.compile())) return;
  throw new BackupError(
    'backup_damaged',
    `The snapshot ${manifest.id} is signed by the key ${kid}, which is not one of its own application.`,
  );
}

/** Where files come from. */
export type FileSource = Pick<OpenedSnapshot, 'files' | 'readFile'>;

/** Stores the files of a snapshot that the store does not have yet. @returns how many were stored */
export async function restoreFiles(
  store: FileStore,
  snapshot: FileSource,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-restore-'));
  const temporary = join(folder, 'file');
  let stored = 0;
  try {
    for (const [at, file] of snapshot.files.entries()) {
      if ((await store.stat(file.key))?.size !== file.size) {
        // A store takes only what can be read again; the bytes are verified on the way.
        await pipeline(await snapshot.readFile(file), createWriteStream(temporary, { mode: 0o600 }));
        const storable: StorableFile = { size: file.size, sha256: file.sha256, open: () => createReadStream(temporary) };
        await store.put(file.key, storable);
        stored += 1;
      }
      onProgress(at + 1);
    }
    return stored;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
