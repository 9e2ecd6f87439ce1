import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { receiveFile } from './receive-file.ts';

const root = mkdtempSync(join(tmpdir(), 'colophon-receive-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const directory = join(root, 'incoming');

async function* chunks(...given: readonly (Uint8Array | Error | number)[]): AsyncGenerator<Uint8Array> {
  for (const each of given) {
    if (each instanceof Error) throw each;
    if (typeof each === 'number') await setTimeout(each);
    else yield each;
  }
}

describe('receiving a file', () => {
  it('brings it to disk as it comes, with its size and hash', async () => {
    const parts = Array.from({ length: 50 }, () => randomBytes(7000));
    const file = await receiveFile(chunks(...parts), { directory, limit: 1_000_000 });
    const whole = Buffer.concat(parts);
    expect(file).toMatchObject({ size: 350_000, sha256: createHash('sha256').update(whole).digest('hex') });
    expect(readFileSync(file.path)).toEqual(whole);
    expect(Buffer.concat(await file.open().toArray())).toEqual(whole);
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(file)).not.toContain(root);
    await file.discard();
    await file.discard();
    expect(existsSync(file.path)).toBe(false);
  });

  it('takes exactly as much as the limit', async () => {
    const file = await receiveFile(chunks(randomBytes(60), randomBytes(40)), { directory, limit: 100 });
    expect(file.size).toBe(100);
    await file.discard();
  });

  it.each<[string, AsyncIterable<Uint8Array>, Record<string, unknown>]>([
    ['is too large', chunks(randomBytes(60), randomBytes(41)), { status: 413, code: 'too_large' }],
    ['is empty', chunks(), { status: 422, code: 'validation' }],
    ['breaks off', chunks(randomBytes(10), new Error('aborted')), { status: 400, code: 'upload_cut_off' }],
    ['falls silent', chunks(randomBytes(10), 1000, randomBytes(10)), { status: 400, code: 'upload_cut_off' }],
  ])('keeps nothing of one that %s', async (_what, bytes, problem) => {
    await expect(receiveFile(bytes, { directory, limit: 100, patience: 50 })).rejects.toMatchObject(problem);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('stops reading what is too large', async () => {
    let sent = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1;
        yield randomBytes(50);
      }
    };
    await expect(receiveFile(endless(), { directory, limit: 100 })).rejects.toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(6);
  });

  it('that this machine cannot keep is refused with 503', async () => {
    writeFileSync(join(root, 'a-file'), '');
    await expect(receiveFile(chunks(randomBytes(1)), { directory: join(root, 'a-file', 'incoming'), limit: 100 })).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
    });
  });
});
