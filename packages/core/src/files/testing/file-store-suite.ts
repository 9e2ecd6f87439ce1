import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type FileStore, newFileKey } from '../file-store.ts';
import { bytesOf, storable } from './storable.ts';

/** The test suite for every implementation of a file store. */
export function describeFileStore(name: string, open: () => FileStore): void {
  describe(name, () => {
    it('returns the stored bytes and their size', async () => {
      const store = open();
      const key = newFileKey();
      const bytes = randomBytes(300_000);
      await store.put(key, storable(bytes));
      expect(await bytesOf(await store.get(key))).toEqual(bytes);
      expect(await store.stat(key)).toEqual({ size: 300_000 });
    });

    it.each([
      [0, 0],
      [0, 4],
      [3, 7],
      [9, 9],
    ])('returns the bytes %d to %d, both included', async (first, last) => {
      const store = open();
      const key = newFileKey();
      await store.put(key, storable('0123456789'));
      expect(String(await bytesOf(await store.get(key, { first, last })))).toBe('0123456789'.slice(first, last + 1));
    });

    it('stores many concurrent files, each under its own key', async () => {
      const store = open();
      const keys = Array.from({ length: 20 }, newFileKey);
      await Promise.all(keys.map((key) => store.put(key, storable(key))));
      for (const key of keys) expect(String(await bytesOf(await store.get(key)))).toBe(key);
    });

    it('returns undefined for an unknown key', async () => {
      const store = open();
      expect(await store.get(newFileKey())).toBeUndefined();
      expect(await store.stat(newFileKey())).toBeUndefined();
      await store.delete(newFileKey());
    });

    it('deletes a file, and deleting it again is not an error', async () => {
      const store = open();
      const key = newFileKey();
      await store.put(key, storable('soon gone'));
      await store.delete(key);
      await store.delete(key);
      expect(await store.stat(key)).toBeUndefined();
    });

    it('stores nothing of a file whose source fails half-way', async () => {
      const store = open();
      const key = newFileKey();
      const broken = async function* (): AsyncGenerator<Buffer> {
        yield randomBytes(1000);
        throw new Error('the disk went away');
      };
      await expect(store.put(key, { ...storable(randomBytes(5000)), open: () => Readable.from(broken()) })).rejects.toMatchObject({
        status: 503,
      });
      expect(await store.stat(key)).toBeUndefined();
    });

    it.each(['', '../secret', 'a/b', '/etc/passwd', 'C:\\x', `${newFileKey()}/..`, `${newFileKey()}\n`, newFileKey().toUpperCase()])(
      'rejects a key that newFileKey did not create: %j',
      async (key) => {
        const store = open();
        await expect(store.put(key, storable('x'))).rejects.toThrow('newFileKey');
        await expect(store.get(key)).rejects.toThrow('newFileKey');
        await expect(store.stat(key)).rejects.toThrow('newFileKey');
        await expect(store.delete(key)).rejects.toThrow('newFileKey');
      },
    );

    it('checks that it is writable, and leaves nothing behind', async () => {
      const store = open();
      await expect(store.check()).resolves.toBeUndefined();
      expect(await store.sweep(new Date(Date.now() + 1000))).toBe(0);
    });
  });
}
