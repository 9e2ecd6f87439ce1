import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { openDatabase } from '@colophon/core';
import { writeSnapshot } from '@colophon/core/snapshot';
import { describeOnEveryDatabase, type S3Server, startS3Server } from '@colophon/core/testing';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BackupError,
  findSnapshot,
  listSnapshots,
  openBackupTarget,
  openSnapshot,
  parseKeepRules,
  pruneBackups,
  readManifest,
  Repository,
  verifySnapshot,
} from './index.ts';
import { bytesOf } from './repository/storable-bytes.ts';
import { takeLock } from './repository/locks.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { Books, type Library, LIBRARY_SCHEMA, makeLibrary, Scans } from './testing/library.ts';

const decompress = promisify(zstdDecompress);
const KEEP = parseKeepRules('24h');

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

let serial = 0;
/** A new folder beside the application's. */
function placeOf(library: Library): { path: string; target: BackupTarget } {
  serial += 1;
  folders.push(library.folder);
  const path = join(library.folder, `backups-${serial}`);
  return { path, target: openBackupTarget(path) };
}

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describeOnEveryDatabase('a backup', (open) => {
  let library: Library;
  beforeAll(async () => {
    library = await makeLibrary(await open());
    for (let at = 0; at < 400; at += 1) await new Books(library.database).make({ title: `Book ${at}` }).save();
    for (let at = 0; at < 5; at += 1) await library.addScan();
  });

  it('is restored into an empty database, with its files', async () => {
    const { target } = placeOf(library);
    const made = await library.backUp(target);
    expect(made).toMatchObject({ rows: 406, files: 5, missing: 0, hasKeys: false, program: 'library 1.0.0' });
    const repository = await Repository.open(target);
    const snapshot = await openSnapshot(repository, await findSnapshot(repository), library.source.keys);
    const restored = await open();
    await writeSnapshot(restored, snapshot.contents, { schema: LIBRARY_SCHEMA });
    expect(await new Books(restored).count()).toBe(400);
    for (const file of snapshot.files)
      expect(await bytesOf(await snapshot.readFile(file))).toEqual(await bytesOf((await library.files.get(file.key)) as never));
    expect(snapshot.files).toHaveLength(await new Scans(restored).count());
    expect((await verifySnapshot(repository, snapshot, { read: 1 })).faults).toEqual([]);
  });

  it('is of one moment while others write, and each of them can be restored', async () => {
    const { target } = placeOf(library);
    let stopped = false;
    const writing = (async () => {
      for (let at = 0; !stopped; at += 1) {
        await library.database.transaction(async () => {
          // Each transaction writes a book and the file that belongs to it.
          await new Books(library.database).make({ title: `Written ${at}` }).save();
          await new Books(library.database).make({ title: `Twin ${at}` }).save();
        });
      }
    })();
    const made = [];
    try {
      for (let at = 0; at < 3; at += 1) made.push(await library.backUp(target));
    } finally {
      stopped = true;
      await writing;
    }
    const repository = await Repository.open(target);
    for (const { id } of made) {
      const restored = await open();
      await writeSnapshot(restored, (await openSnapshot(repository, id)).contents, { schema: LIBRARY_SCHEMA });
      const count = (word: string) => new Books(restored).count({ search: word });
      expect(await count('Written')).toBe(await count('Twin'));
    }
  });

  it('stores only what is new: a change costs a part, nothing costs nothing but its description', async () => {
    const { path, target } = placeOf(library);
    const first = await library.backUp(target);
    const [book] = await new Books(library.database).list({ limit: 1 });
    if (book) await Object.assign(book, { title: 'Changed' }).save();
    const second = await library.backUp(target);
    expect(second.stored).toBeLessThan(first.stored / 2);
    const before = filesBelow(join(path, 'objects')).length;
    const third = await library.backUp(target);
    expect([third.stored, filesBelow(join(path, 'objects')).length]).toEqual([0, before]);
  });
});

describe('a repository', () => {
  let library: Library;
  let identity: string;
  let recipient: string;
  const key = randomBytes(32);
  beforeAll(async () => {
    serial += 1;
    const database = await openDatabase(
      `sqlite:${join(import.meta.dirname, '../../../node_modules/.cache', `backup-${process.pid}.sqlite`)}`,
    );
    library = await makeLibrary(database);
    for (let at = 0; at < 300; at += 1) await new Books(library.database).make({ title: `Book ${at}` }).save();
    for (let at = 0; at < 3; at += 1) await library.addScan();
    identity = await generateX25519Identity();
    recipient = await identityToRecipient(identity);
  });
  afterAll(async () => {
    await library.database.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${library.database.url.slice(7)}${end}`, { force: true });
  });

  it('that is encrypted is written without an identity, and read only with the right one; age itself opens its objects', async () => {
    const { path, target } = placeOf(library);
    const made = await library.backUp(target, { recipients: [recipient], key }, { secrets: { 'signing-key': 'hidden' } });
    expect(made.hasKeys).toBe(true);
    for (const file of filesBelow(join(path, 'objects')))
      expect(readFileSync(file, 'latin1').startsWith('age-encryption.org/v1')).toBe(true);
    const closed = await Repository.open(target);
    expect((await verifySnapshot(closed, { manifest: made })).faults).toEqual([]);
    await expect(openSnapshot(closed, made.id)).rejects.toMatchObject({ code: 'wrong_identity' });
    const other = await generateX25519Identity();
    await expect(Repository.open(target, { identity: other })).rejects.toMatchObject({ code: 'wrong_identity' });
    await expect(Repository.open(target, { identity: '# nothing' })).rejects.toMatchObject({ code: 'wrong_identity' });
    const opened = await Repository.open(target, { identity: `# created\n${identity}\n` });
    const { index, contents, files } = await openSnapshot(opened, made.id);
    expect([index.keys, files.length]).toEqual([{ 'signing-key': 'hidden' }, 3]);
    expect((await verifySnapshot(opened, { manifest: made }, { read: 1 })).faults).toEqual([]);
    const restored = await openDatabase('sqlite::memory:');
    await writeSnapshot(restored, contents, { schema: LIBRARY_SCHEMA });
    expect(await new Books(restored).count()).toBe(300);
    await restored.close();
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const object = readFileSync(join(path, 'objects', made.index.slice(0, 2), made.index));
    expect(JSON.parse((await decompress(await decrypter.decrypt(object))).toString())).toMatchObject({ format: 'colophon-snapshot-index' });
  });

  it('takes keys only if it is encrypted, and stays as it was made', async () => {
    const { target } = placeOf(library);
    await expect(library.backUp(target, {}, { secrets: { secret: 'x' } })).rejects.toMatchObject({ code: 'key_needs_encryption' });
    await library.backUp(target);
    await expect(library.backUp(target, { recipients: [recipient], key })).rejects.toMatchObject({ code: 'repository_differs' });
    const { target: encrypted } = placeOf(library);
    await library.backUp(encrypted, { recipients: [recipient], key });
    await expect(library.backUp(encrypted)).rejects.toMatchObject({ code: 'repository_differs' });
    await expect(library.backUp(encrypted, { recipients: [recipient], key: randomBytes(32) })).rejects.toMatchObject({
      code: 'repository_differs',
    });
    const mistyped = recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
    await expect(library.backUp(encrypted, { recipients: [mistyped], key })).rejects.toMatchObject({ code: 'usage' });
    await expect(library.backUp(encrypted, { recipients: ['age1-not-one'], key })).rejects.toMatchObject({ code: 'usage' });
  });

  it('has nothing when it is not there', async () => {
    const { target } = placeOf(library);
    await expect(Repository.open(target)).rejects.toMatchObject({ code: 'no_backup' });
    await library.backUp(target);
    const repository = await Repository.open(target);
    await expect(findSnapshot(repository, '2001-01-01')).rejects.toMatchObject({ code: 'no_backup' });
    await expect(readManifest(target, '../../etc/passwd')).rejects.toMatchObject({ code: 'no_backup' });
    expect(await findSnapshot(repository, new Date().toISOString())).toBe(await findSnapshot(repository));
  });

  it.each(['plain', 'encrypted'])('that is %s tells a changed byte in any of its files, and a cut or missing one', async (kind) => {
    const { path, target } = placeOf(library);
    const settings = kind === 'encrypted' ? { recipients: [recipient], key } : {};
    const { id } = await library.backUp(target, settings);
    const faultsOf = async (): Promise<readonly string[]> => {
      const repository = await Repository.open(target, { identity });
      return (await verifySnapshot(repository, await readManifest(target, id, library.source.keys), { read: 1 })).faults;
    };
    expect(await faultsOf()).toEqual([]);
    const needed = filesBelow(path).filter((file) => !file.includes('/locks/') && (kind === 'encrypted' || !file.endsWith('key.age')));
    for (const file of needed) {
      if (file.endsWith('repository.json')) continue;
      const sound = readFileSync(file);
      for (const at of new Set([0, Math.floor(sound.length / 2), sound.length - (file.endsWith('.json') ? 3 : 1)])) {
        const changed = Buffer.from(sound);
        changed[at] = (changed[at] ?? 0) ^ 4;
        writeFileSync(file, changed);
        const found = await faultsOf().catch((error: unknown) => error);
        const isNoticed = found instanceof BackupError || (Array.isArray(found) && found.length > 0);
        expect([file, at, isNoticed]).toEqual([file, at, true]);
      }
      truncateSync(file, Math.floor(sound.length / 2));
      const cut = await faultsOf().catch((error: unknown) => [String(error)]);
      expect(cut.length).toBeGreaterThan(0);
      rmSync(file);
      const gone = await faultsOf().catch((error: unknown) => [String(error)]);
      expect(gone.length).toBeGreaterThan(0);
      writeFileSync(file, sound);
    }
    expect(await faultsOf()).toEqual([]);
  });

  it('is not restored from when a part is damaged, and the next backup stores again what was cut', async () => {
    const { path, target } = placeOf(library);
    const { id } = await library.backUp(target);
    const repository = await Repository.open(target);
    const { index } = await openSnapshot(repository, id);
    const part = index.tables.find(({ table }) => table === 'books')?.parts[0] ?? '';
    truncateSync(join(path, 'objects', part.slice(0, 2), part), 10);
    const restored = await openDatabase('sqlite::memory:');
    await expect(writeSnapshot(restored, (await openSnapshot(repository, id)).contents, { schema: LIBRARY_SCHEMA })).rejects.toMatchObject({
      code: 'backup_damaged',
    });
    expect(await restored.all(restored.dialect.introspect())).toEqual([]);
    expect((await library.backUp(target)).stored).toBeGreaterThan(0);
    await writeSnapshot(restored, (await openSnapshot(repository, id)).contents, { schema: LIBRARY_SCHEMA });
    expect(await new Books(restored).count()).toBe(300);
    await restored.close();
  });

  it('goes on where a backup was cut in the middle, and nothing of it counts as a snapshot', async () => {
    const { path, target } = placeOf(library);
    let puts = 0;
    const failing: BackupTarget = {
      ...bound(target),
      async put(name, file) {
        puts += 1;
        if (name.startsWith('objects/') && puts > 6) throw new Error('the machine went down');
        await target.put(name, file);
      },
    };
    await expect(library.backUp(failing)).rejects.toThrow('went down');
    expect(await listSnapshots(target)).toEqual([]);
    const left = filesBelow(join(path, 'objects')).length;
    expect(left).toBeGreaterThan(0);
    let sent = 0;
    const counting: BackupTarget = {
      ...bound(target),
      async put(name, file) {
        if (name.startsWith('objects/')) sent += 1;
        await target.put(name, file);
      },
    };
    const made = await library.backUp(counting);
    expect(sent).toBe(Object.keys(made.objects).length - left);
  });

  it('survives an end at any point: what was made before can be restored, and the next backup is complete', async () => {
    const { target } = placeOf(library);
    await library.backUp(target);
    const repository = await Repository.open(target);
    for (let point = 1; point <= 20; point += 1) {
      const [book] = await new Books(library.database).list({ limit: 1, offset: point } as never);
      if (book) await Object.assign(book, { title: `Point ${point}` }).save();
      let left = point % 7;
      const step = async <T>(work: () => Promise<T>): Promise<T> => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return work();
      };
      // A process that is killed does not release its lock either.
      const killed: BackupTarget = {
        ...bound(target),
        put: (...given) => step(() => target.put(...given)),
        delete: (name) => step(() => target.delete(name)),
      };
      await library.backUp(killed).catch(() => undefined);
      for (const id of await listSnapshots(target))
        expect((await verifySnapshot(repository, await readManifest(target, id))).faults).toEqual([]);
    }
    const { id } = await library.backUp(target);
    expect((await verifySnapshot(repository, await readManifest(target, id), { read: 1 })).faults).toEqual([]);
  });

  it('has a file that was deleted while its rows were stored', async () => {
    const fileKey = await library.addScan();
    const { target } = placeOf(library);
    const made = await library.backUp(target, {}, { about: () => library.files.delete(fileKey).then(() => ({})) });
    expect(made.missing).toBe(0);
    const { files } = await openSnapshot(await Repository.open(target), made.id);
    expect(files.map(({ key: each }) => each)).toContain(fileKey);
    await new Scans(library.database).list({ where: { fileKey } }).then(([scan]) => scan?.delete());
  });

  it('names the files that the store lost, or has with other bytes', async () => {
    const fileKey = await library.addScan();
    const damaged = await library.addScan();
    const { target } = placeOf(library);
    await library.files.delete(fileKey);
    writeFileSync(join(library.folder, 'files', damaged.slice(0, 2), damaged), 'other bytes');
    const made = await library.backUp(target);
    expect(made).toMatchObject({ missing: 2, files: 3 });
    const { index, files } = await openSnapshot(await Repository.open(target), made.id);
    expect([index.missing, files.length]).toEqual([[fileKey, damaged].sort(), 3]);
    for (const key of [fileKey, damaged])
      await new Scans(library.database).list({ where: { fileKey: key } }).then(([scan]) => scan?.delete());
  });

  it('is pruned to what the rules keep, without an object that a snapshot needs', async () => {
    const { target } = placeOf(library);
    for (let at = 0; at < 5; at += 1) {
      await new Books(library.database).make({ title: `Pruned ${at}` }).save();
      await library.backUp(target);
    }
    const repository = await Repository.open(target);
    const ids = await listSnapshots(target);
    const dry = await pruneBackups(repository, { keep: KEEP, dryRun: true, grace: 0 });
    expect([dry.snapshots, (await listSnapshots(target)).length]).toEqual([ids.slice(0, 2), 5]);
    // Young objects stay: they may belong to a backup that goes on later.
    expect(await pruneBackups(repository, { keep: KEEP })).toMatchObject({ snapshots: ids.slice(0, 2), kept: 3, objects: 0 });
    expect((await pruneBackups(repository, { keep: KEEP, grace: 0 })).objects).toBeGreaterThan(0);
    for (const id of await listSnapshots(target))
      expect((await verifySnapshot(repository, await readManifest(target, id), { read: 1 })).faults).toEqual([]);
    expect(await listSnapshots(target)).toEqual(ids.slice(2));
  });

  it('is not pruned while a snapshot that stays cannot be read', async () => {
    const { path, target } = placeOf(library);
    const { id } = await library.backUp(target);
    writeFileSync(join(path, 'snapshots', `${id}.json`), '{}');
    await expect(pruneBackups(await Repository.open(target), { keep: KEEP, grace: 0 })).rejects.toMatchObject({ code: 'backup_damaged' });
  });

  it('takes two backups at once, and a prune only alone', async () => {
    const { target } = placeOf(library);
    await library.backUp(target);
    const repository = await Repository.open(target);
    const outcomes = await Promise.allSettled([
      library.backUp(target, { waitMs: 10_000 }),
      library.backUp(target, { waitMs: 10_000 }),
      pruneBackups(repository, { keep: KEEP, grace: 0 }),
    ]);
    expect(outcomes.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const id of await listSnapshots(target))
      expect((await verifySnapshot(repository, await readManifest(target, id), { read: 1 })).faults).toEqual([]);
    const held = await takeLock(target, 'backup');
    await expect(pruneBackups(repository, { keep: KEEP })).rejects.toMatchObject({ code: 'backup_busy' });
    const beside = await takeLock(target, 'backup');
    await Promise.all([held.release(), beside.release()]);
    const pruning = await takeLock(target, 'prune');
    await expect(library.backUp(target)).rejects.toMatchObject({ code: 'backup_busy', status: 503 });
    await pruning.release();
    await library.backUp(target);
  });

  describe('in a bucket', () => {
    let server: S3Server;
    beforeAll(async () => {
      server = await startS3Server();
    });
    afterAll(() => server.close());

    it('is written, verified, restored from and pruned, with credentials of its own', async () => {
      const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = server.credentials;
      const target = openBackupTarget(`s3://files/backups?endpoint=${server.endpoint}`, {
        AWS_ACCESS_KEY_ID: 'of the files',
        AWS_SECRET_ACCESS_KEY: 'of the files',
        BACKUP_AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID,
        BACKUP_AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY,
      });
      const made = await library.backUp(target);
      expect([...server.objects.keys()].every((path) => path.startsWith('/files/backups/'))).toBe(true);
      const repository = await Repository.open(target);
      expect((await verifySnapshot(repository, { manifest: made }, { read: 1 })).faults).toEqual([]);
      const restored = await openDatabase('sqlite::memory:');
      await writeSnapshot(restored, (await openSnapshot(repository, made.id)).contents, { schema: LIBRARY_SCHEMA });
      expect(await new Books(restored).count()).toBe(await new Books(library.database).count());
      await restored.close();
      for (let at = 0; at < 3; at += 1) await library.backUp(target);
      expect((await pruneBackups(repository, { keep: KEEP, grace: 0 })).snapshots).toEqual([made.id]);
      const [object] = [...server.objects.keys()].filter((path) => path.includes('/objects/'));
      server.objects.delete(object ?? '');
      const faults = (await verifySnapshot(repository, await readManifest(target, (await listSnapshots(target)).at(-1) ?? ''))).faults;
      expect(faults).toEqual([expect.stringContaining('missing')]);
    });
  });
});

/** A target's own functions, so that single ones can be replaced. */
function bound(target: BackupTarget): BackupTarget {
  return {
    label: target.label,
    put: (name, file) => target.put(name, file),
    get: (name) => target.get(name),
    list: (prefix) => target.list(prefix),
    delete: (name) => target.delete(name),
  };
}
