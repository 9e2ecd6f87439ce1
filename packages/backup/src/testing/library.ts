import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { applyMigrations, collection, type Database, integer, object, operationTable, text } from '@colophon/core';
import { type FileStore, newFileKey, openFileStore } from '@colophon/core/files';
import { makePrivateKey, openSigner, publicKeySet, SigningKeys } from '@colophon/core/signing';
import type { JSONWebKeySet } from 'jose';
import { type BackupOptions, type BackupSource, makeBackup } from '../snapshots/make-backup.ts';
import type { Manifest } from '../snapshots/manifest.ts';
import type { BackupTarget } from '../targets/backup-target.ts';

class Book extends object({ title: text({ required: true, search: 'A' }) }, { table: 'books', audit: false }) {}
export class Books extends collection(Book) {}
class Scan extends object({ fileKey: text(), sha256: text(), size: integer() }, { table: 'scans', audit: false, indexes: [['fileKey']] }) {}
export class Scans extends collection(Scan) {}
class Shelf extends object({ name: text() }, { table: 'shelves', audit: false, kept: 'derived' }) {}
export class Shelves extends collection(Shelf) {}

export const LIBRARY_SCHEMA = operationTable([Books, Scans, Shelves, SigningKeys]).schema;

/** An application with books and scanned files, for the tests of backups. */
export interface Library {
  readonly database: Database;
  readonly files: FileStore;
  readonly folder: string;
  readonly source: BackupSource;
  addScan(bytes?: Buffer): Promise<string>;
  backUp(target: BackupTarget, options?: Partial<BackupOptions>, source?: Partial<BackupSource>): Promise<Manifest>;
}

export async function makeLibrary(database: Database): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-backup-'));
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  await applyMigrations(database, LIBRARY_SCHEMA);
  const key = makePrivateKey();
  const signer = await openSigner(database, () => key);
  const files = await openFileStore(join(folder, 'files'));
  const source: BackupSource = {
    databaseUrl: database.url,
    derived: [],
    files,
    program: 'library 1.0.0',
    keys: (await publicKeySet(database)) as unknown as JSONWebKeySet,
    sign: (payload, type) => signer.sign(payload, type),
  };
  return {
    database,
    files,
    folder,
    source,
    async addScan(bytes = randomBytes(2000)) {
      const fileKey = newFileKey();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await files.put(fileKey, { size: bytes.length, sha256, open: () => Readable.from([bytes]) });
      await new Scans(database).make({ fileKey, sha256, size: bytes.length }).save();
      return fileKey;
    },
    backUp: (target, options = {}, changed = {}) => makeBackup(target, { ...source, ...changed }, { temporary, waitMs: 0, ...options }),
  };
}
