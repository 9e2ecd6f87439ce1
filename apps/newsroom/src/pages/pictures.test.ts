import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetFiles } from '@colophon/content';
import { type Database, requireCurrentSchema } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { createToken } from '@colophon/identity';
import { describePicture, drawHeadlineCard } from '@colophon/pictures';
import type { Hono } from 'hono';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newsroomTable } from '../server/objects.ts';
import { wire } from '../server/wire.ts';
import { createApp } from '../server/app.ts';
import { BASE, LOCAL } from './testing/site-of.ts';

const picture = async (width: number, height: number): Promise<Buffer> =>
  Buffer.from((await drawHeadlineCard({ title: 'The oak in our street is to be felled', width, height, format: 'jpeg' })).bytes);

interface Made {
  readonly id: string;
  readonly fileUrl: string;
}

describeOnEveryDatabase('the pictures of readers', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'newsroom-pictures-'));
  let database: Database;
  let app: Hono;
  let token = '';
  let oak: Made;
  let street: Made;
  beforeAll(async () => {
    database = await open();
    const table = newsroomTable();
    wire(LOCAL, database);
    await requireCurrentSchema(database, table.schema);
    const files = await openFileStore(join(folder, 'files'));
    const pictures = () => import('@colophon/pictures');
    database.ports.provide(assetFiles, { store: files, incoming: join(folder, 'incoming'), baseUrl: BASE, pictures });
    app = createApp({ config: LOCAL, database, table, logger: pino({ level: 'silent' }), files, isStopping: () => false });
    token = (await createToken({ database, role: 'admin', tenantId: null, name: 'admin' })).token;
    [oak, street] = [await upload('oak.jpg', await picture(2000, 1500)), await upload('street.jpg', await picture(500, 300))];
    // As it was written when the site had another domain.
    const body = `Under it.\n\n![The oak](https://old.example/api/v1/assets/${oak.id}/file)\n\n![Dot](https://elsewhere.example/dot.png)\n\n<img src="/api/v1/assets/${street.id}/file" alt="a > b" width="100">`;
    await publish({ title: 'The oak', slug: 'oak', body, thumbnailAssetId: oak.id, authors: ['Ada'] }, [oak, street]);
    await publish({ title: 'The street', slug: 'street', body: 'Text.', thumbnailAssetId: oak.id });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const api = async (method: string, path: string, body?: unknown): Promise<Response> =>
    app.request(`/api/v1${path}`, {
      method,
      headers: { Host: 'localhost:4000', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const upload = async (name: string, bytes: Buffer): Promise<Made> => {
    const headers = { Host: 'localhost:4000', Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' };
    const made = await app.request(`/api/v1/assets/upload?name=${name}&altText=Seen`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bytes),
    });
    expect(made.status).toBe(201);
    return (await made.json()) as Made;
  };
  const publish = async (values: object, used: readonly Made[] = []): Promise<string> => {
    const made = (await (await api('POST', '/articles', { ...values })).json()) as { id: string };
    for (const { id } of used) await api('POST', `/contents/${made.id}/assets`, { assetId: id, relationship: 'inline' });
    expect((await api('PATCH', `/contents/${made.id}`, { status: 'published', publish_date: '2026-05-03T12:00:00Z' })).status).toBe(200);
    return made.id;
  };
  const page = async (path: string): Promise<string> =>
    (await app.request(path, { headers: { Host: 'localhost:4000', Accept: 'text/html' } })).text();
  const imagesOf = (html: string): string[] => html.match(/<img(?:\s[\w:-]+(?:="[^"]*")?)*\/?>/g) ?? [];
  const file = (made: Made): string => `/api/v1/assets/${made.id}/file`;

  it('are offered in the width that is needed, with reserved space, wherever they are shown', async () => {
    const original = await app.request(file(oak));
    const text = await page('/articles/oak');
    const [inline = '', foreign = '', small = ''] = imagesOf(text);
    expect(inline).toContain(`srcset="${file(oak)}?width=160 160w, ${file(oak)}?width=320 320w, ${file(oak)}?width=640 640w, `);
    expect(inline).toMatch(/sizes="\(min-width: 48rem\) 736px, 100vw".* width="2000" height="1500"/);
    expect(inline).toContain(`src="${file(oak)}?width=1280"`);
    expect(foreign).toBe('<img src="https://elsewhere.example/dot.png" alt="Dot" loading="lazy" decoding="async">');
    expect(small).toContain('alt="a > b" width="100"');
    expect(small).toContain(`${file(street)}?width=640 500w"`);
    expect(small).toContain('sizes="min(100px, 100vw)"');
    const figure = imagesOf(await page('/articles/street'));
    expect(figure).toHaveLength(1);
    expect(figure[0]).toMatch(
      /srcSet=".*?width=640 640w.*sizes="\(min-width: 60rem\) 56rem, 100vw".*width="2000" height="1500" fetchPriority="high"/i,
    );
    for (const path of ['/', '/search?q=oak']) {
      const cards = imagesOf(await page(path));
      expect(cards.length).toBeGreaterThan(0);
      for (const card of cards) expect(card).toMatch(/sizes="[^"]+" srcSet="[^"]*width=640 640w[^"]*"/i);
    }
    const resized = await app.request(`${file(oak)}?width=640`);
    expect([resized.status, resized.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const [less, all] = [(await resized.arrayBuffer()).byteLength, (await original.arrayBuffer()).byteLength];
    expect(less).toBeLessThan(all / 4);
  });

  it('are not shown twice, and keep their place when the site gets another domain', async () => {
    const text = await page('/articles/oak');
    expect(text).not.toContain('old.example');
    expect(text).not.toContain('page-figure');
    const feed = await page('/feed.atom');
    expect(feed).not.toContain('old.example');
    expect(feed).toContain(
      `src=&quot;${BASE}${file(oak)}?width=1280&quot;`.replaceAll('&quot;', feed.includes('src="http') ? '"' : '&quot;'),
    );
    const json = JSON.parse(await page('/feed.json')) as { items: { content_html: string; image?: string }[] };
    const entry = json.items.find(({ content_html }) => content_html.includes('Under it'));
    expect(entry?.content_html).toContain(`<img src="${BASE}${file(oak)}?width=1280" alt="The oak" width="2000" height="1500">`);
    expect(entry?.image).toBe(`${BASE}${file(oak)}`);
  });

  it('are described to sites that show a card of the page', async () => {
    const text = await page('/articles/oak');
    for (const part of [
      '<meta name="twitter:card" content="summary_large_image"/>',
      '<meta name="author" content="Ada"/>',
      `<meta property="og:image" content="${BASE}${file(oak)}"/>`,
      '<meta property="og:image:width" content="2000"/>',
      '<meta property="og:image:alt" content="Seen"/>',
      '<meta property="article:modified_time" content="2026-05-03T12:00:00.000Z"/>',
    ])
      expect(text).toContain(part);
    expect(await page('/tags')).toContain('<meta name="twitter:card" content="summary"/>');
  });

  it('are shown in the part and around the point that the edition says, and otherwise when it is published again', async () => {
    const id = await publish({ title: 'The crown', slug: 'crown', body: 'Text.', thumbnailAssetId: oak.id });
    const before = await page('/articles/crown');
    const changed = await api('PATCH', `/contents/${id}/assets/${oak.id}`, {
      crop: { x: 0.25, y: 0.1, width: 0.5, height: 0.6 },
      focal: { x: 0.3, y: 0.2 },
      caption: 'Its crown.',
    });
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      { items: [{ id: oak.id, relationship: 'thumbnail', caption: 'Its crown.', crop: { x: 0.25 }, width: 2000, height: 1500 }] },
    ]);
    const part = `${file(oak)}?width=640&crop=500,150,1000,900`;
    expect(await page('/articles/crown')).toBe(before);
    expect((await app.request(part)).status).toBe(404);
    // Whoever may edit sees it before.
    expect((await app.request(part, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(await (await api('GET', `/contents/${id}`)).json()).toMatchObject({ changedSincePublication: ['picture'] });
    expect((await api('POST', `/contents/${id}/publish`, {})).status).toBe(200);

    const after = await page('/articles/crown');
    expect(imagesOf(after)[0]).toContain(`${part.replaceAll('&', '&amp;')} 640w`);
    expect(imagesOf(after)[0]).toContain('width="1000" height="900"');
    expect(after).toContain('Its crown.');
    // 1000 pixels wide and 1.91 to 1, as far up as the point is.
    const social = `${file(oak)}?width=1280&crop=500,213,1000,524&format=jpeg`.replace(
      '213',
      String(150 + Math.round((900 - 524) * (0.1 / 0.6))),
    );
    expect(after).toContain(`<meta property="og:image" content="${BASE}${social.replaceAll('&', '&amp;')}"/>`);
    expect(after).toContain('<meta property="og:image:height" content="524"/>');
    expect(after).toContain(`"image":"${BASE}${social}"`.replaceAll('&', String.raw`\u0026`));
    const made = await app.request(social);
    expect([made.status, made.headers.get('content-type'), made.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, s-maxage=60, immutable',
    ]);
    expect(await describePicture(new Uint8Array(await made.arrayBuffer()))).toMatchObject({ width: 1000, height: 524 });
    const shown = await app.request(part);
    expect(await describePicture(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({ width: 640, height: 576 });
    const feed = JSON.parse(await page('/feed.json')) as { items: { url: string; image?: string }[] };
    expect(feed.items.find(({ url }) => url.endsWith('/crown'))?.image).toBe(`${BASE}${social}`);
    const card = imagesOf(await page('/')).find((each) => each.includes('crop=500'));
    expect(card).toContain('data-focal-x="2" data-focal-y="3"');
    // Other pieces show the same picture as before, and the file is as it was.
    expect(imagesOf(await page('/articles/street'))[0]).not.toContain('crop=');
    expect(await describePicture(new Uint8Array(await (await app.request(file(oak))).arrayBuffer()))).toMatchObject({ width: 2000 });

    expect((await api('PATCH', `/contents/${id}/assets/${oak.id}`, { crop: null, focal: null })).status).toBe(200);
    expect((await api('POST', `/contents/${id}/publish`, {})).status).toBe(200);
    expect(imagesOf(await page('/articles/crown'))[0]).not.toContain('crop=');
    expect((await app.request(part)).status).toBe(404);
  });

  it('keep their part when a picture of the text becomes the thumbnail', async () => {
    const made = (await (await api('POST', '/articles', { title: 'Roles', slug: 'roles', body: 'Text.' })).json()) as Made;
    const focal = { x: 0.9, y: 0.1 };
    await api('POST', `/contents/${made.id}/assets`, { assetId: oak.id, relationship: 'inline', focal, caption: 'In spring.' });
    expect((await api('PATCH', `/contents/${made.id}`, { thumbnailAssetId: oak.id })).status).toBe(200);
    const { items } = (await (await api('GET', `/contents/${made.id}/assets`)).json()) as { items: object[] };
    expect(items).toMatchObject([
      { relationship: 'inline', focal, caption: 'In spring.' },
      { relationship: 'thumbnail', focal, caption: 'In spring.' },
    ]);
    // One role alone can be changed, and each thing alone.
    await api('PATCH', `/contents/${made.id}/assets/${oak.id}`, { relationship: 'thumbnail', caption: null });
    const changed = (await (await api('GET', `/contents/${made.id}/assets`)).json()) as { items: object[] };
    expect(changed.items).toMatchObject([
      { relationship: 'inline', focal, caption: 'In spring.' },
      { relationship: 'thumbnail', focal, caption: null },
    ]);
  });

  it('are not cut anywhere else than a piece shows', async () => {
    const admin_ = { headers: { Authorization: `Bearer ${token}` } };
    for (const [query, status, code] of [
      ['width=640&crop=0,0,10,10', 404, 'not_found'],
      ['width=640&crop=500,150,1000,900,1', 400, 'faulty_query'],
      ['width=640&crop=NaN,0,10,10', 400, 'faulty_query'],
      ['width=640&crop=0,0,0,10', 400, 'faulty_query'],
      ['width=640&crop=-1,0,10,10', 400, 'faulty_query'],
      ['crop=0,0,10,10', 400, 'faulty_query'],
      ['width=640&format=jpeg', 400, 'faulty_query'],
      ['width=640&crop=0,0,10,10&format=png', 400, 'faulty_query'],
    ] as const)
      for (const init of [{}, admin_]) {
        const refused = await app.request(`${file(oak)}?${query}`, init);
        expect([query, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([query, status, code]);
      }
  });

  it('are cropped only if a part of them can be made', async () => {
    const moving = await sharp(
      await Promise.all(
        ['#ff0000', '#00ff00'].map((background) =>
          sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const still = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
      .gif()
      .toBuffer();
    const made = (await (await api('POST', '/articles', { title: 'Odd pictures', slug: 'odd', body: 'Text.' })).json()) as Made;
    const use = async (asset: Made, change: object) => {
      await api('POST', `/contents/${made.id}/assets`, { assetId: asset.id, relationship: 'inline' });
      const answer = await api('PATCH', `/contents/${made.id}/assets/${asset.id}`, change);
      const { errors } = (await answer.json()) as { errors?: { pointer: string; code: string }[] };
      return [answer.status, ...(errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    expect(await use(await upload('moving.gif', moving), { crop })).toEqual([422, '/crop not_croppable']);
    expect(await use(await upload('drawing.svg', svg), { crop })).toEqual([422, '/crop not_a_picture']);
    expect(await use(await upload('drawing.svg', svg), { focal: { x: 0, y: 0 } })).toEqual([422, '/focal not_a_picture']);
    expect(await use(await upload('still.gif', still), { crop })).toEqual([200]);
    const elsewhere = (await (await api('POST', '/assets', { name: 'dot.png', url: 'https://elsewhere.example/dot.png' })).json()) as Made;
    expect(await use(elsewhere, { crop })).toEqual([422, '/crop not_croppable']);
    expect(await use(elsewhere, { focal: { x: 1, y: 0.5 } })).toEqual([200]);
    for (const change of [
      { crop: { ...crop, x: 0.6 } },
      { crop: { ...crop, width: 0 } },
      { crop: { ...crop, height: -1 } },
      { focal: { x: null, y: 0.5 } },
      { focal: { x: 1.5, y: 0.5 } },
    ])
      expect((await use(oak, change))[0]).toBe(422);
    const unknown = await api('PATCH', `/contents/${made.id}/assets/${street.id}`, { crop });
    expect(unknown.status).toBe(404);
  });

  it('of a published piece cannot be detached by any route', async () => {
    const found = (await (await api('GET', '/contents?where=%7B%22slug%22%3A%22oak%22%7D')).json()) as {
      items: { id: string; slug: string }[];
    };
    const id = found.items.find(({ slug }) => slug === 'oak')?.id;
    const uses = (await (await api('GET', `/content-assets?content_id=${id}&asset_id=${street.id}`)).json()) as { items: { id: string }[] };
    const mcp = await app.request('/api/mcp', {
      method: 'POST',
      headers: {
        Host: 'localhost:4000',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'content-asset_delete', arguments: { id: uses.items[0]?.id } },
      }),
    });
    const answered = await mcp.text();
    expect(answered).toContain('in_use');
    expect(answered).toContain('The oak');
    for (const [method, path] of [
      ['DELETE', `/contents/${id}/assets/${street.id}`],
      ['DELETE', `/content-assets/${uses.items[0]?.id}`],
      ['DELETE', `/assets/${street.id}`],
    ] as const) {
      const refused = await api(method, path);
      expect([path, refused.status]).toEqual([path, 409]);
      expect(await refused.json()).toMatchObject({ code: 'in_use', usedBy: [{ id, title: 'The oak' }] });
    }
    expect((await app.request(file(street))).status).toBe(200);
  });
});
