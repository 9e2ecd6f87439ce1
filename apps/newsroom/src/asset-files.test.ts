import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetFiles, Contents } from '@colophon/content';
import { type Database, requireCurrentSchema, type Role, ROLES } from '@colophon/core';
import { type FileStore, openFileStore } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { createTenant, createToken } from '@colophon/identity';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';
import { signPicture } from '../../../packages/readers/src/testing/sign-picture.ts';

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const directory = mkdtempSync(join(tmpdir(), 'newsroom-files-'));
const table = newsroomTable();

interface Uploaded {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly fileUrl: string;
}

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describeOnEveryDatabase('files over HTTP', (open) => {
  const incoming = join(directory, 'incoming');
  const root = join(directory, 'files');
  const tokens = new Map<string, string>();
  let database: Database;
  let files: FileStore;
  let server: Server;
  let app: ReturnType<typeof createApp>;
  let url = '';
  let tenantId = '';

  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, table.schema);
    files = await openFileStore(root);
    const config = loadConfig({ NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SEED: 'none' });
    app = createApp({ config, database, table, logger: pino({ level: 'silent' }), files, isStopping: () => false });
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await new Promise((done) => server.once('listening', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    configure();
    const [ours, theirs] = await Promise.all(['acme', 'other'].map((slug) => createTenant({ database, slug, name: slug })));
    tenantId = ours?.id ?? '';
    for (const role of ROLES) tokens.set(role, (await createToken({ database, role, tenantId, name: role })).token);
    tokens.set('other tenant', (await createToken({ database, role: 'admin', tenantId: theirs?.id ?? null, name: 'other' })).token);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const configure = (more: object = {}) => database.ports.provide(assetFiles, { store: files, incoming, baseUrl: url, ...more });
  const as = (who: string): Record<string, string> => (tokens.has(who) ? { Authorization: `Bearer ${tokens.get(who)}` } : {});
  const send = (path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> => fetch(`${url}${path}`, init);
  const upload = (body: BodyInit, { query = '?name=a', headers = {}, who = 'editor', mount = '/api/v1' } = {}): Promise<Response> =>
    send(`/${mount.slice(1)}/assets/upload${query}`, { method: 'POST', headers: { ...as(who), ...headers }, body });
  const uploaded = async (...given: Parameters<typeof upload>): Promise<Uploaded> => (await (await upload(...given)).json()) as Uploaded;
  const problem = async (response: Response): Promise<string> => `${response.status} ${((await response.json()) as { code: string }).code}`;
  const halves = (): string[] => [incoming, join(root, 'incoming')].flatMap((path) => readdirSync(path));
  const stored = (): number => readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length;

  describe.each(['/api/v1', '/api'])('at %s', (mount) => {
    it('come as bytes, and go as they came', async () => {
      const bytes = randomBytes(300_000);
      const made = await upload(bytes, {
        mount,
        query: '?name=noise.bin&description=Noise',
        headers: { 'Content-Type': 'application/octet-stream' },
      });
      expect(made.status).toBe(201);
      const asset = (await made.json()) as Uploaded;
      expect(made.headers.get('location')).toBe(`/api/v1/assets/${asset.id}`);
      expect(asset).toMatchObject({
        name: 'noise.bin',
        description: 'Noise',
        size: 300_000,
        fileUrl: `${url}/api/v1/assets/${asset.id}/file`,
      });
      const back = await send(`${mount}/assets/${asset.id}/file`, { headers: as('viewer') });
      expect(Buffer.from(await back.arrayBuffer())).toEqual(bytes);
    });

    it('come as a form, with their metadata', async () => {
      const form = new FormData();
      form.set('altText', 'A dot');
      form.set('file', new File([PICTURE], 'a "dot".html', { type: 'text/html' }));
      form.set('metadata', '{"from":"a form"}');
      const made = await upload(form, { mount, query: '' });
      expect(made.status).toBe(201);
      expect(await made.json()).toMatchObject({
        name: 'a _dot_.html.png',
        mimeType: 'image/png',
        altText: 'A dot',
        metadata: { from: 'a form' },
      });
    });

    it('come as base64 in JSON', async () => {
      const body = JSON.stringify({ name: 'a.png', content: PICTURE.toString('base64') });
      const made = await upload(body, { mount, query: '', headers: { 'Content-Type': 'application/json' } });
      expect([made.status, ((await made.json()) as Uploaded).mimeType]).toEqual([201, 'image/png']);
    });

    it('are read with GET and HEAD only', async () => {
      const { id } = await uploaded(PICTURE, { mount });
      const head = await send(`${mount}/assets/${id}/file`, { method: 'HEAD', headers: as('viewer') });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '70']);
      const put = await send(`${mount}/assets/${id}/file`, { method: 'PUT', headers: as('admin'), body: 'x' });
      expect([put.headers.get('allow'), await problem(put)]).toEqual(['GET, HEAD', '405 method_not_allowed']);
    });
  });

  it.each<[string, BodyInit, string, string]>([
    ['a PNG that is said to be a page', PICTURE, 'image/png', 'inline'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml', 'attachment'],
    ['a page that is said to be a picture', '<html><script>alert(1)</script></html>', 'text/html; charset=utf-8', 'attachment'],
    ['a picture that is a page as well', Buffer.concat([PICTURE, Buffer.from('<script>alert(1)</script>')]), 'image/png', 'inline'],
  ])('hands out %s as what it is, and lets nothing in it act', async (what, body, type, disposition) => {
    const declared = what.endsWith('page') ? 'text/html' : 'image/png';
    const { id } = await uploaded(body, { headers: { 'Content-Type': declared }, query: '?name=x' });
    const { headers } = await send(`/api/v1/assets/${id}/file`, { headers: as('viewer') });
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual([type, disposition]);
    expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
      'nosniff',
      "sandbox; default-src 'none'",
    ]);
  });

  it.each([
    ['../../../etc/passwd', 'passwd.bin'],
    ['C:\\boot.ini', 'boot.ini'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
    ['invoice\u202excod.exe', 'invoicexcod.exe.bin'],
    ['..', 'file.bin'],
    ['日本語.bin', '日本語.bin'],
  ])('give the name %j no power', async (given, name) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array([0, 1, 2])], given));
    form.set('name', given);
    const asset = await uploaded(form, { query: '' });
    expect(asset.name).toBe(name);
    const file = await send(`/api/v1/assets/${asset.id}/file`, { headers: as('viewer') });
    expect(file.headers.get('set-cookie')).toBeNull();
    expect(file.status).toBe(200);
  });

  it('can be cached, and support ranges', async () => {
    const { id } = await uploaded('0123456789');
    const get = (headers: Record<string, string>): Promise<Response> =>
      send(`/api/v1/assets/${id}/file`, { headers: { ...as('viewer'), ...headers } });
    const etag = (await get({})).headers.get('etag') ?? '';
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    const part = await get({ Range: 'bytes=-3' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 7-9/10', '789']);
    const none = await get({ Range: 'bytes=10-' });
    expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  describe('are for', () => {
    it.each([
      ['anonymous', '401 unauthenticated'],
      ['viewer', '403 forbidden'],
      ['contributor', '201'],
      ['editor', '201'],
      ['admin', '201'],
    ])('%s to upload: %s, in whatever form', async (who, verdict) => {
      const form = new FormData();
      form.set('file', new File([PICTURE], 'a.png'));
      const json = { body: JSON.stringify({ name: 'a.png', content: 'eA==' }), headers: { 'Content-Type': 'application/json' } };
      for (const response of [
        await upload(PICTURE, { who }),
        await upload(form, { who }),
        await upload(json.body, { who, headers: json.headers }),
      ])
        expect(response.ok ? String(response.status) : await problem(response)).toBe(verdict);
    });

    it('those who may read the asset, and for anyone once published content uses it', async () => {
      const verdicts = async (id: string): Promise<Record<string, number>> => {
        const all = ['anonymous', 'other tenant', ...ROLES].map(async (who) => {
          const headers = { ...as(who), ...(who === 'anonymous' ? { 'X-Tenant': 'acme' } : {}) };
          return [who, (await send(`/api/v1/assets/${id}/file`, { headers })).status] as const;
        });
        return Object.fromEntries(await Promise.all(all));
      };
      const house = Object.fromEntries(ROLES.map((role: Role) => [role, 200]));
      const closed = { anonymous: 404, 'other tenant': 404, ...house };
      const { id } = await uploaded(PICTURE);
      expect(await verdicts(id)).toEqual(closed);
      const piece = await new Contents(database).add({ title: 'A piece', type: 'article', tenantId });
      await piece.addAsset(id, 'inline');
      expect(await verdicts(id)).toEqual(closed);
      piece.status = 'published';
      piece.publish_date = '2099-01-01T00:00:00.000Z';
      await piece.save();
      expect(await verdicts(id)).toEqual(closed);
      piece.publish_date = '2020-01-01T00:00:00.000Z';
      await piece.save();
      expect(await verdicts(id)).toEqual({ ...closed, anonymous: 200 });
      expect((await send(`/api/v1/assets/${id}/file`)).status).toBe(404);
      const open = await send(`/api/v1/assets/${id}/file`, { headers: { 'X-Tenant': 'acme' } });
      expect(open.headers.get('cache-control')).toBe('public, max-age=60');
      expect((await send(`/api/v1/assets/${id}/file`, { headers: as('viewer') })).headers.get('cache-control')).toBe('private, no-cache');
      expect((await send(`/api/v1/assets/${id}`, { headers: { 'X-Tenant': 'acme' } })).status).toBe(401);
      piece.status = 'archived';
      await piece.save();
      expect(await verdicts(id)).toEqual(closed);
    });

    it('nobody, if an asset has none', async () => {
      const made = await send('/api/v1/assets', {
        method: 'POST',
        headers: { ...as('editor'), 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'x.png', url: 'https://example.org/x.png' }),
      });
      const { id } = (await made.json()) as Uploaded;
      expect(await problem(await send(`/api/v1/assets/${id}/file`, { headers: as('admin') }))).toBe('404 not_found');
      expect(await problem(await send('/api/v1/assets/%2e%2e%2fsecret/file', { headers: as('admin') }))).toBe('404 not_found');
    });
  });

  describe('are refused, and nothing is kept of them', () => {
    it.each<[string, () => Promise<Response>, string]>([
      ['empty', () => upload(''), '422 validation'],
      ['a program', () => upload(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])), '415 file_type_refused'],
      ['of a name that is too long', () => upload(PICTURE, { query: `?name=${'x'.repeat(1001)}` }), '422 validation'],
      ['of something unknown', () => upload(PICTURE, { query: '?name=a&mimeType=text/html' }), '422 validation'],
      ['sent under a condition', () => upload(PICTURE, { headers: { 'If-Match': '"1"' } }), '400 bad_if_match'],
      ['no form', () => upload('x', { headers: { 'Content-Type': 'multipart/form-data' } }), '400 malformed_form'],
      [
        'half a form',
        () =>
          upload('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf', {
            headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
          }),
        '400',
      ],
      ['a form without a file', () => upload(form({ name: 'a' })), '422 validation'],
      ['two files', () => upload(form({ one: new File(['a'], 'a'), two: new File(['b'], 'b') })), '422 validation'],
      [
        'a form of many fields',
        () => upload(form(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x'])))),
        '400 malformed_form',
      ],
    ])('%s', async (_what, request, verdict) => {
      const before = stored();
      expect(await problem(await request())).toMatch(new RegExp(`^${verdict}`));
      await expect.poll(halves).toEqual([]);
      expect(stored()).toBe(before);
    });

    const form = (entries: Record<string, string | File>): FormData => {
      const made = new FormData();
      for (const [name, value] of Object.entries(entries)) made.append(name, value);
      return made;
    };

    it('too large, with a length and without, as bytes and as a form', async () => {
      configure({ limit: 100_000 });
      const large = randomBytes(2_000_000);
      const stream = new Blob([large]).stream();
      expect(await problem(await upload(large))).toBe('413 too_large');
      const chunked = { method: 'POST', headers: as('editor'), body: stream, duplex: 'half' as const };
      expect(await problem(await send('/api/v1/assets/upload?name=a', chunked))).toBe('413 too_large');
      expect(await problem(await upload(form({ file: new File([large.subarray(0, 200_000)], 'a') })))).toBe('413 too_large');
      await expect.poll(halves).toEqual([]);
      configure();
    });

    it('announced as too large, before the first byte', async () => {
      const answer = await raw(`Content-Length: 99999999999999\r\n\r\nfirst bytes`);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    });

    it('cut off by a sender that goes away', async () => {
      const before = stored();
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`${head()}Content-Length: 1000\r\n\r\nhalf of it`);
      await expect.poll(() => halves().length).toBe(1);
      socket.destroy();
      await expect.poll(halves).toEqual([]);
      expect(stored()).toBe(before);
    });

    it('cut off by a sender that falls silent', async () => {
      configure({ patience: 100 });
      expect(await raw(`Content-Length: 1000\r\n\r\nhalf of it`)).toMatch(/^HTTP\/1\.1 400 [\s\S]*upload_cut_off/);
      expect(halves()).toEqual([]);
      configure();
    });

    it('because the store cannot be written: 503', async () => {
      writeFileSync(join(directory, 'a-file'), '');
      const blocked = await openFileStore(join(directory, 'a-file', 'files'));
      configure({ store: blocked });
      const refused = await upload(PICTURE);
      expect([refused.headers.get('retry-after'), await problem(refused)]).toEqual(['1', '503 unavailable']);
      expect(halves()).toEqual([]);
      configure();
    });

    const head = (): string =>
      `POST /api/v1/assets/upload?name=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens.get('editor')}\r\nContent-Type: application/octet-stream\r\n`;

    /** The response to a raw request. */
    const raw = (rest: string): Promise<string> =>
      new Promise((done, reject) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.once('error', reject);
        let answer = '';
        socket.on('data', (chunk: Buffer) => {
          answer += chunk.toString();
          if (!answer.includes('requestId')) return;
          socket.destroy();
          done(answer);
        });
        socket.write(head() + rest);
      });
  });

  it('are one asset each, sent twice concurrently; only one with an idempotency key', async () => {
    const bytes = randomBytes(10_000);
    const before = stored();
    const [one, other] = await Promise.all([uploaded(bytes), uploaded(bytes)]);
    expect(one.id).not.toBe(other.id);
    await expect.poll(stored).toBe(before + 1);
    const headers = { 'Idempotency-Key': `upload-${randomBytes(4).toString('hex')}` };
    const first = await uploaded(bytes, { headers });
    const again = await upload(bytes, { headers });
    expect([again.status, again.headers.get('idempotency-replayed'), ((await again.json()) as Uploaded).id]).toEqual([
      201,
      'true',
      first.id,
    ]);
    expect(await problem(await upload(randomBytes(10), { headers }))).toBe('422 idempotency_key_reused');
    await expect.poll(halves).toEqual([]);
  });

  it('that are pictures come in six widths only', async () => {
    configure({ pictures: () => import('@colophon/pictures') });
    const { describePicture, drawHeadlineCard } = await import('@colophon/pictures');
    const { bytes: photograph } = await drawHeadlineCard({ title: 'Oak', width: 700, height: 350, format: 'jpeg' });
    const { id } = await uploaded(Buffer.from(photograph), { query: '?name=oak.jpg' });
    const file = (query: string, headers = as('viewer')) => send(`/api/v1/assets/${id}/file?${query}`, { headers });
    const small = await file('width=320');
    const described = async (response: Response) => describePicture(Buffer.from(await response.arrayBuffer()));
    expect(await described(small)).toEqual({ mimeType: 'image/webp', width: 320, height: 160, isAnimated: false });
    expect(Object.fromEntries(['content-type', 'cache-control'].map((name) => [name, small.headers.get(name)]))).toEqual({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(small.headers.get('content-disposition')).toContain('oak-320.webp');
    const etag = small.headers.get('etag') ?? '';
    expect((await file('width=320', { ...as('viewer'), 'If-None-Match': etag })).status).toBe(304);
    expect(await described(await file('width=1920'))).toMatchObject({ width: 700 });
    for (const query of ['width=', 'width=300', 'width=0320', 'width=320&width=320', 'width=-160', 'width=1e3']) {
      const refused = await file(query);
      expect([query, refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
        query,
        400,
        expect.stringContaining('160, 320, 640, 960, 1280, 1920'),
      ]);
    }
    expect(await problem(await file('width=320', {}))).toBe('404 not_found');
    expect(await problem(await file('width=320', as('other tenant')))).toBe('404 not_found');
    const page = await uploaded('<html></html>');
    expect(await problem(await send(`/api/v1/assets/${page.id}/file?width=320`, { headers: as('viewer') }))).toBe('422 not_a_picture');
    const piece = await new Contents(database).add({ title: 'With a picture', tenantId, status: 'published' } as never);
    await piece.addAsset(id, 'inline');
    expect(await problem(await file('width=320', { 'X-Tenant': 'acme' }))).toBe('404 not_found');
    await piece.publishAction();
    const shown = await file('width=320', { 'X-Tenant': 'acme' });
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, s-maxage=60, immutable']);
    configure();
    expect(await problem(await file('width=640'))).toBe('503 not_installed');
    expect((await file('width=320')).status).toBe(200);
  });

  it('that are pictures keep their manifest; other widths have none, and name the original', async () => {
    const { ProvenanceReader } = await import('@colophon/readers');
    const reader = new ProvenanceReader();
    configure({ pictures: () => import('@colophon/pictures'), manifests: async () => reader });
    const { drawHeadlineCard } = await import('@colophon/pictures');
    const card = (await drawHeadlineCard({ title: 'Oak', width: 700, height: 350, format: 'jpeg' })).bytes;
    const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
    const actions = [{ action: 'c2pa.created', digitalSourceType, softwareAgent: 'Painter' }];
    const signed = Buffer.from(await signPicture(card, { mimeType: 'image/jpeg', actions }));
    const { id } = await uploaded(signed, { query: '?name=oak.jpg' });
    const get = (path: string, headers = as('viewer')) => send(`/api/v1/assets/${id}/${path}`, { headers });
    expect(Buffer.from(await (await get('file')).arrayBuffer()).equals(signed)).toBe(true);
    expect(await (await get('provenance')).json()).toMatchObject({
      status: 'read',
      manifest: { validation: 'valid', madeByAI: 'whole', signer: { isTrustListed: 'not_checked' } },
      original: `${url}/api/v1/assets/${id}/file`,
    });
    const small = await get('file?width=320');
    const bytes = Buffer.from(await small.arrayBuffer());
    expect([bytes.includes('c2pa'), bytes.includes('C2PA'), bytes.includes('jumb')]).toEqual([false, false, false]);
    expect(small.headers.get('link')).toBe(`<${url}/api/v1/assets/${id}/file>; rel="canonical"`);
    const forAll = await new Contents(database).add({ type: 'article', title: 'Oaks', slug: 'oaks', status: 'published' } as never);
    await forAll.addAsset({ name: 'oak.jpg', content: signed }, 'inline');
    await forAll.publishAction();
    const page = await (await send('/articles/oaks')).text();
    expect(page).toContain('AI was used for the picture');
    await reader.close();
    configure();
  });

  it('are described in OpenAPI, next to the operations', async () => {
    const document = (await (await send('/api/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, any>>;
      components: { schemas: Record<string, unknown> };
    };
    const content = document.paths['/assets/upload']?.['post'].requestBody.content;
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data', '*/*']);
    expect(Object.keys(document.paths['/assets/{id}/file'] ?? {})).toEqual(['get', 'head']);
    const ofAssets = Object.entries(document.paths).filter(([path]) => path.startsWith('/assets'));
    expect(JSON.stringify([ofAssets, document.components.schemas['Asset']])).not.toMatch(/"fileKey"|keepUpload/);
    expect(document.components.schemas['Asset']).toBeDefined();
  });

  it('can be uploaded by a tool', async () => {
    const call = { name: 'asset_upload', arguments: { name: 'a.png', content: PICTURE.toString('base64') } };
    const headers = { ...as('contributor'), 'Content-Type': 'application/json', Host: 'localhost:4000' };
    const answer = await app.request('/api/mcp/call', { method: 'POST', headers, body: JSON.stringify(call) });
    expect(await answer.json()).toMatchObject({ structuredContent: { name: 'a.png', mimeType: 'image/png', size: 70 } });
  });
});
