import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFileKey } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';
import { FolderStore } from './folder-store.ts';
import { describeFileStore } from './testing/file-store-suite.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';
import { bytesOf, storable } from './testing/storable.ts';
import type { FileStore } from './file-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'colophon-files-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function* failed(error: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
  throw error;
}

describeFileStore('a folder', () => new FolderStore(join(directory, 'files')));

describe('a folder', () => {
  const root = join(directory, 'private');
  const store = new FolderStore(root);

  it.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
    const key = newFileKey();
    await store.put(key, storable('between us'));
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, key.slice(0, 2))).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, key.slice(0, 2), key)).mode & 0o777).toBe(0o600);
  });

  it('leaves no half of a file: what a crash left lies apart, until a sweep', async () => {
    writeFileSync(join(root, 'incoming', 'left-by-a-crash'), randomBytes(100));
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(join(root, 'incoming', 'left-by-a-crash'), yesterday, yesterday);
    writeFileSync(join(root, 'incoming', 'under-way'), randomBytes(100));
    expect(await store.sweep(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(readdirSync(join(root, 'incoming'))).toEqual(['under-way']);
  });

  it.skipIf(process.platform === 'win32')('follows no link out of itself', async () => {
    const key = newFileKey();
    await store.put(key, storable('x'));
    await store.delete(key);
    writeFileSync(join(directory, 'secret'), 'not yours');
    symlinkSync(join(directory, 'secret'), join(root, key.slice(0, 2), key));
    await expect(store.get(key)).rejects.toMatchObject({ status: 503 });
  });

  it('that cannot be written says so with 503, and what is in the way is not told to callers', async () => {
    writeFileSync(join(directory, 'a-file'), '');
    const blocked = new FolderStore(join(directory, 'a-file', 'files'));
    const problem = { status: 503, code: 'unavailable', message: expect.not.stringContaining(directory) };
    await expect(blocked.put(newFileKey(), storable('x'))).rejects.toMatchObject(problem);
    await expect(blocked.check()).rejects.toMatchObject(problem);
  });

  it.skipIf(process.platform !== 'linux')('that is full is told from one that cannot be written', async () => {
    const error: unknown = await writeFile('/dev/full', 'x').catch((failure: unknown) => failure);
    const failing = { ...storable('x'), open: () => Readable.from(failed(error)) };
    await expect(store.put(newFileKey(), failing)).rejects.toMatchObject({ status: 507, code: 'storage_full', cause: error });
  });
});

describe('an S3-compatible store', () => {
  let server: S3Server;
  let store: FileStore;
  const open = (query: string, environment: Record<string, string> = server.credentials): Promise<FileStore> =>
    openFileStore(`s3://files/news${query}`, environment);
  beforeAll(async () => {
    server = await startS3Server();
    store = await open(`?endpoint=${server.endpoint}&region=eu-central-1`);
  });
  afterAll(() => server.close());

  describeFileStore('as every store', () => store);

  it('has its objects in the bucket, below the prefix', async () => {
    const key = newFileKey();
    await store.put(key, storable('x'));
    expect(server.objects.has(`/files/news/${key}`)).toBe(true);
  });

  it('is refused with a wrong key, which stands in no message', async () => {
    const wrong = await open(`?endpoint=${server.endpoint}`, { ...server.credentials, AWS_SECRET_ACCESS_KEY: 'guessed' });
    const refused = await wrong.put(newFileKey(), storable('x')).catch((error: Error) => error);
    expect(refused).toMatchObject({ status: 503, cause: { message: 'S3 answered 403: SignatureDoesNotMatch' } });
    expect(String((refused as Error).message)).not.toContain('guessed');
  });

  it('refuses bytes that are not those announced', async () => {
    const key = newFileKey();
    await expect(store.put(key, { ...storable('what was meant'), sha256: 'a'.repeat(64) })).rejects.toMatchObject({ status: 503 });
    expect(await store.stat(key)).toBeUndefined();
  });

  it('is asked again when it is busy, bodies from their start, and given up on after three times', async () => {
    const key = newFileKey();
    const bytes = randomBytes(200_000);
    server.fail(503, 2);
    await store.put(key, storable(bytes));
    expect(await bytesOf(await store.get(key))).toEqual(bytes);
    server.fail(503, 3);
    await expect(store.get(key)).rejects.toMatchObject({ status: 503, code: 'unavailable', retryable: true });
    server.fail(507, 3);
    await expect(store.put(newFileKey(), storable('x'))).rejects.toMatchObject({ status: 507, code: 'storage_full' });
  });

  it('that cannot be reached says so with 503', async () => {
    const gone = await open('?endpoint=http://127.0.0.1:1');
    await expect(gone.check()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });
});
