import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { fileResponse, type ServedFile } from './file-response.ts';
import { newFileKey } from './file-store.ts';
import { FolderStore } from './folder-store.ts';
import { storable } from './testing/storable.ts';
import { verifiedBytes } from './verified-bytes.ts';

const directory = mkdtempSync(join(tmpdir(), 'colophon-response-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a Range header', () => {
  it.each<[string | null, ReturnType<typeof readRange>]>([
    [null, undefined],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=0-99', { first: 0, last: 9 }],
    ['bytes=9-', { first: 9, last: 9 }],
    ['bytes=-1', { first: 9, last: 9 }],
    ['bytes=-10', { first: 0, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['Bytes = 2-3', { first: 2, last: 3 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-20', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=a-b', undefined],
    ['items=0-1', undefined],
    [`bytes=${'9'.repeat(400)}-`, undefined],
  ])('%s of ten bytes', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  it('never leaves the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 1000 }), (one, other, size) => {
        for (const header of [`bytes=${one}-${other}`, `bytes=${one}-`, `bytes=-${one}`]) {
          const range = readRange(header, size);
          if (typeof range !== 'object') continue;
          expect(range.first).toBeGreaterThanOrEqual(0);
          expect(range.last).toBeLessThan(size);
          expect(range.first).toBeLessThanOrEqual(range.last);
        }
      }),
    );
  });
});

describe('Content-Disposition', () => {
  it.each([
    ['photo.png', 'attachment; filename="photo.png"'],
    ['Äpfel.pdf', `attachment; filename="_pfel.pdf"; filename*=UTF-8''%C3%84pfel.pdf`],
    ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
    ["it's 100%.txt", `attachment; filename="it's 100_.txt"; filename*=UTF-8''it%27s%20100%25.txt`],
  ])('of %s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('is a header whatever the name, and gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = new Headers({ 'Content-Disposition': contentDisposition('inline', name) }).get('content-disposition') ?? '';
        const [, plain, full] = /^inline; filename="([^"\\]*)"(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]*))?$/.exec(header) ?? [];
        expect(plain).toBeDefined();
        expect(full === undefined ? plain : decodeURIComponent(full)).toBe(name.toWellFormed());
      }),
    );
  });
});

describe('a file on its way out', () => {
  const store = new FolderStore(directory);
  const key = newFileKey();
  const content = storable('0123456789');
  const file = (more: Partial<ServedFile> = {}): ServedFile => ({
    key,
    size: 10,
    sha256: content.sha256,
    mimeType: 'image/png',
    name: 'a.png',
    cacheControl: 'private, no-cache',
    ...more,
  });
  const ask = (headers: Record<string, string> = {}, method = 'GET', more: Partial<ServedFile> = {}): Promise<Response> =>
    fileResponse(new Request('http://x/', { method, headers }), store, file(more));
  beforeAll(() => store.put(key, content));

  it.each([
    ['with a changed bit', '0123456799'],
    ['that is shorter', '012345678'],
    ['that is longer', '01234567890'],
    ['that is empty', ''],
  ])('is cut, and reported, instead of a file %s', async (_what, bytes) => {
    const damaged = newFileKey();
    await store.put(damaged, storable(bytes));
    const told: Error[] = [];
    const response = await fileResponse(new Request('http://x/'), store, file({ key: damaged }), {}, (error) => told.push(error));
    await expect(response.text()).rejects.toThrow();
    expect(told).toMatchObject([{ code: 'file_damaged', extensions: { fileKey: damaged } }]);
  });

  it('is checked to its end, however it is divided, and sent as it passes', async () => {
    const large = storable('0123456789'.repeat(100_000));
    const bytes = (): Readable => Readable.from(['0', '123456789', '0123456789'.repeat(99_999)].map((part) => Buffer.from(part)));
    const chunks = await verifiedBytes(bytes(), { key, size: large.size, sha256: large.sha256 }).toArray();
    expect(chunks.map(({ length }) => length)).toEqual([1, 9, 999_990]);
    const other = verifiedBytes(bytes(), { key, size: large.size, sha256: content.sha256 });
    const passed: number[] = [];
    await expect(
      (async () => {
        for await (const chunk of other) passed.push((chunk as Buffer).length);
      })(),
    ).rejects.toMatchObject({ status: 503, code: 'file_damaged' });
    expect(passed).toEqual([1, 9]);
  });

  it('is whole, its type final, and sandboxed', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': 'inline; filename="a.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      etag: `"${content.sha256}"`,
      'accept-ranges': 'bytes',
    });
  });

  it.each([
    ['image/jpeg', 'inline'],
    ['video/mp4', 'inline'],
    ['audio/mpeg', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/html', 'attachment'],
    ['text/plain', 'attachment'],
    ['application/pdf', 'attachment'],
    ['application/octet-stream', 'attachment'],
  ])('of the type %s is %s', async (mimeType, kind) => {
    const response = await ask({}, 'HEAD', { mimeType });
    expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^${kind};`));
  });

  it('comes in ranges', async () => {
    const part = await ask({ Range: 'bytes=2-4' });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '3',
      '234',
    ]);
    const none = await ask({ Range: 'bytes=10-' });
    expect([none.status, none.headers.get('content-range'), await none.text()]).toEqual([416, 'bytes */10', '']);
    expect((await ask({ Range: 'bytes=0-1,4-5' })).status).toBe(200);
  });

  it('comes in a range of those very bytes only (If-Range)', async () => {
    expect((await ask({ Range: 'bytes=0-1', 'If-Range': `"${content.sha256}"` })).status).toBe(206);
    expect((await ask({ Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
    expect((await ask({ Range: 'bytes=0-1', 'If-Range': 'Wed, 21 Oct 2026 07:28:00 GMT' })).status).toBe(200);
  });

  it('is not sent to whoever has it', async () => {
    for (const tag of [`"${content.sha256}"`, `W/"${content.sha256}"`, `"a", "${content.sha256}"`, '*']) {
      const response = await ask({ 'If-None-Match': tag, Range: 'bytes=0-1' });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', `"${content.sha256}"`]);
    }
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('has the same headers for HEAD, and no body', async () => {
    const [head, get] = await Promise.all([ask({ Range: 'bytes=0-1' }, 'HEAD'), ask()]);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  });

  it('whose bytes are gone is not found, for GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) await expect(ask({}, method, { key: newFileKey() })).rejects.toMatchObject({ status: 404 });
  });
});
