import { hash, randomBytes } from 'node:crypto';
import { type Readable } from 'node:stream';
import type { FileStore } from '@colophon/core/files';
import {
  type PinnedReads,
  pinDatabase,
  readParts,
  readRecord,
  type RecordedSchema,
  snapshotTables,
  TableHash,
} from '@colophon/core/snapshot';
import type { JSONWebKeySet } from 'jose';
import { BackupError } from '../errors/backup-error.ts';
import { takeLock } from '../repository/locks.ts';
import { Repository, type WriteSettings } from '../repository/repository.ts';
import { withTemporaryFile } from '../repository/temporary-file.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { InFlight } from './in-flight.ts';
import {
  listSnapshots,
  type Manifest,
  type NamedFile,
  putManifest,
  readManifest,
  type SignSnapshot,
  stampOf,
  type StoredTable,
} from './manifest.ts';
import type { SnapshotIndex } from './snapshot-index.ts';
import { namedFiles } from './named-files.ts';
import { verifySnapshot } from './verify-snapshot.ts';

type TableDefinition = RecordedSchema['tables'][number];

const AT_ONCE = 4;
const WAIT_MS = 30_000;

/** What a backup has done so far. */
export interface BackupProgress {
  readonly rows: number;
  readonly files: number;
  /** Of rows and files, before compression. */
  readonly bytes: number;
  /** The bytes that were new in the repository. */
  readonly stored: number;
}

export interface BackupSource {
  /** Behind a pooler, the URL of the server itself. */
  readonly databaseUrl: string;
  /** The tables that need not be stored, since they can be made again. */
  readonly derived: readonly string[];
  /** Where the files are that records name. */
  readonly files: FileStore;
  /** The application and its version, such as `newsroom 0.3.0`. */
  readonly program: string;
  /** The public keys of the application. */
  readonly keys: JSONWebKeySet;
  readonly sign: SignSnapshot;
  /** Returns what else belongs to the moment, such as the heads of the audit log. */
  readonly about?: (reads: PinnedReads) => Promise<Readonly<Record<string, unknown>>>;
  /** The secrets of the application, by name. Refused without encryption. */
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface BackupOptions extends WriteSettings {
  /** A folder for temporary files. */
  readonly temporary: string;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** How long a prune that is running is waited for; default half a minute. */
  readonly waitMs?: number;
}

/**
 * Stores one moment of a database, and the files that its records name. What is in the repository already is not stored again, so that a
 * backup which was stopped at any point goes on where it was.
 *
 * @throws BackupError @throws SnapshotError `unstorable_value` @throws StorageFullError, UnavailableError
 */
export async function makeBackup(target: BackupTarget, source: BackupSource, options: BackupOptions): Promise<Manifest> {
  if (source.secrets && (options.recipients ?? []).length === 0)
    throw new BackupError('key_needs_encryption', 'Keys are stored only in an encrypted repository.', {
      hint: 'Name a recipient, whose identity age-keygen makes: --recipient age1….',
    });
  const repository = await Repository.openToWrite(target, options);
  const lock = await takeLock(target, 'backup', { waitMs: options.waitMs ?? WAIT_MS });
  try {
    const made = await new Backup(repository, source, options).run();
    const { faults } = await verifySnapshot(repository, { manifest: made });
    if (faults.length > 0) throw new BackupError('backup_damaged', `The target has lost what was stored: ${faults[0]}`);
    return made;
  } finally {
    await lock.release();
  }
}

class Backup {
  readonly #repository: Repository;
  readonly #source: BackupSource;
  readonly #options: BackupOptions;
  /** The sizes of what the snapshot consists of. */
  readonly #objects = new Map<string, number>();
  readonly #flight = new InFlight(AT_ONCE);
  #known = new Map<string, number>();
  #rows = 0;
  #files = 0;
  #bytes = 0;
  #stored = 0;

  constructor(repository: Repository, source: BackupSource, options: BackupOptions) {
    this.#repository = repository;
    this.#source = source;
    this.#options = options;
  }

  async run(): Promise<Manifest> {
    const { target } = this.#repository;
    this.#known = await this.#soundObjects();
    await this.#storeFilesAhead();
    const reads = await pinDatabase(this.#source.databaseUrl);
    const created = new Date();
    let index: Omit<SnapshotIndex, 'missing'>;
    try {
      index = await this.#storeRows(reads);
    } finally {
      await reads.close();
    }
    const missing = await this.#storeFiles(index.files);
    const { secrets } = this.#source;
    const bytes = Buffer.from(JSON.stringify({ ...index, missing, ...(secrets && { keys: secrets }) } satisfies SnapshotIndex));
    const name = this.#repository.nameOf(hash('sha256', bytes));
    await this.#store(name, () => this.#repository.putBytes(name, bytes));
    await this.#flight.finish();
    const manifest: Manifest = {
      format: 'colophon-snapshot',
      version: 1,
      id: `${stampOf(created)}-${randomBytes(4).toString('hex')}`,
      repository: this.#repository.id,
      created: created.toISOString(),
      finished: new Date().toISOString(),
      program: this.#source.program,
      rows: this.#rows,
      files: this.#files,
      missing: missing.length,
      bytes: this.#bytes,
      stored: this.#stored,
      hasKeys: secrets !== undefined,
      index: name,
      objects: Object.fromEntries([...this.#objects].sort(([one], [other]) => (one < other ? -1 : 1))),
      keys: this.#source.keys,
    };
    await putManifest(target, manifest, this.#source.sign);
    return manifest;
  }

  /** Returns the objects that need not be stored again: an object of another size than the newest snapshot says is damaged. */
  async #soundObjects(): Promise<Map<string, number>> {
    const { target } = this.#repository;
    const known = await this.#repository.sizes();
    const newest = (await listSnapshots(target)).at(-1);
    const before = newest === undefined ? undefined : await readManifest(target, newest).catch(() => undefined);
    for (const [name, size] of Object.entries(before?.manifest.objects ?? {})) if (known.get(name) !== size) known.delete(name);
    return known;
  }

  /** Stores files before the moment is fixed: one that is deleted while its rows are stored is then there already. */
  async #storeFilesAhead(): Promise<void> {
    const reads = await pinDatabase(this.#source.databaseUrl);
    let files: NamedFile[];
    try {
      files = await namedFiles(reads, this.#storedTables((await readRecord(reads)).tables));
    } finally {
      await reads.close();
    }
    for (const file of files) {
      const name = this.#repository.nameOf(file.sha256);
      if (this.#known.has(name)) continue;
      await this.#flight.add(async () => {
        const bytes = await this.#source.files.get(file.key);
        const size = bytes && (await this.#storeFile(name, file, bytes));
        if (size === undefined) return;
        this.#known.set(name, size);
        this.#stored += size;
      });
    }
    await this.#flight.finish();
  }

  #storedTables(recorded: readonly TableDefinition[]): TableDefinition[] {
    return snapshotTables(recorded).filter(({ name }) => !this.#source.derived.includes(name));
  }

  async #storeRows(reads: PinnedReads): Promise<Omit<SnapshotIndex, 'missing'>> {
    const { tables: recorded, version, compatibleFrom, applied, unfinished } = await readRecord(reads);
    if (version === 0) throw new BackupError('no_backup', 'The database has no tables of Colophon.');
    if (unfinished.length > 0) throw new BackupError('backup_busy', 'The database is being migrated: finish or undo the migration first.');
    const stored = this.#storedTables(recorded);
    const tables: StoredTable[] = [];
    for (const table of stored) {
      const digest = new TableHash(table.name);
      const parts: string[] = [];
      for await (const part of readParts(reads, table)) {
        digest.add(part);
        const name = this.#repository.nameOf(part.sha256);
        parts.push(name);
        this.#rows += part.rows;
        this.#bytes += part.lines.byteLength;
        await this.#store(name, () => this.#repository.putBytes(name, part.lines));
      }
      tables.push({ ...digest.end(), parts });
    }
    const files = await namedFiles(reads, stored);
    const about = (await this.#source.about?.(reads)) ?? {};
    return {
      format: 'colophon-snapshot-index',
      version: 1,
      schema: { version, tables: recorded, compatibleFrom, applied },
      tables,
      files,
      about,
    };
  }

  /** Stores the files that the repository does not have. @returns the keys of those that the store does not have as they were */
  async #storeFiles(files: readonly NamedFile[]): Promise<string[]> {
    const missing: string[] = [];
    for (const file of files) {
      const name = this.#repository.nameOf(file.sha256);
      await this.#store(
        name,
        async () => {
          const bytes = await this.#source.files.get(file.key);
          const size = bytes && (await this.#storeFile(name, file, bytes));
          if (size === undefined) missing.push(file.key);
          else {
            this.#files += 1;
            this.#bytes += file.size;
          }
          return size;
        },
        () => {
          this.#files += 1;
          this.#bytes += file.size;
        },
      );
    }
    await this.#flight.finish();
    return missing.sort();
  }

  #storeFile(name: string, { sha256, size }: NamedFile, bytes: Readable): Promise<number | undefined> {
    const { temporary } = this.#options;
    return withTemporaryFile(temporary, bytes, async (read) =>
      read.sha256 === sha256 && read.size === size ? this.#repository.putFile(name, read, temporary) : undefined,
    );
  }

  /** Makes an object part of the snapshot, and stores it unless it is there. */
  async #store(name: string, put: () => Promise<number | undefined>, there?: () => void): Promise<void> {
    const size = this.#objects.get(name) ?? this.#known.get(name);
    if (size !== undefined) {
      this.#objects.set(name, size);
      there?.();
      return;
    }
    await this.#flight.add(async () => {
      const added = await put();
      if (added === undefined) return;
      this.#objects.set(name, added);
      this.#stored += added;
      this.#options.onProgress?.({ rows: this.#rows, files: this.#files, bytes: this.#bytes, stored: this.#stored });
    });
  }
}
