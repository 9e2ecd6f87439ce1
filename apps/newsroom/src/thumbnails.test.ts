import { setTimeout as delay } from 'node:timers/promises';
import { describePicture, drawHeadlineCard } from '@colophon/pictures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoopbackVendor } from '../../../packages/ai/test/loopback/server.ts';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { settingsFor } from './testing/reviewing-vendor.ts';

interface Picture {
  readonly id: string;
  readonly altText: string;
  readonly mimeType: string;
  readonly fileUrl: string;
  readonly metadata: { readonly generated: Readonly<Record<string, unknown>> };
}

/** Newsroom as a process, which draws with its own library, and requests pictures from a vendor on the loopback interface. */
describeOnEveryDatabase('thumbnails of a running Newsroom', (given) => {
  let vendor: LoopbackVendor;
  let newsroom: NewsroomProcess;
  let token: string;
  /** The picture of the vendor. */
  let answer: Uint8Array;

  beforeAll(async () => {
    ({ bytes: answer } = await drawHeadlineCard({ title: 'By AI', width: 600, height: 600 }));
    vendor = await LoopbackVendor.start(() => ({ json: { created: 1, data: [{ b64_json: Buffer.from(answer).toString('base64') }] } }));
    newsroom = await startNewsroom({ ...(await given()), ...settingsFor(vendor), NEWSROOM_SEED: 'none' });
    token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
  });
  afterAll(async () => {
    await newsroom.dispose();
    await vendor.close();
  });

  async function send<T = Picture>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T & { code?: string; jobId?: string } };
  }
  const write = async (title: string, more: object = {}): Promise<string> =>
    (await send<{ id: string }>('POST', '/articles', { title, body: 'It rained.', ...more })).body.id;
  async function bytesOf({ id }: Picture): Promise<Uint8Array> {
    const response = await fetch(`${newsroom.url}/api/v1/assets/${id}/file`, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }

  it.each(['What is technical debt?', 'ما هي الديون التقنية؟', 'מהו חוב טכני?', '什么是技术债务？', 'Debt 👩‍👩‍👧 and 🌳'])(
    'draw a card for %s, once',
    async (title) => {
      const id = await write(title);
      const { status, body } = await send('POST', `/contents/${id}/thumbnail/generate`, { template: 'news' });
      expect([status, body.altText, body.mimeType, body.metadata.generated['missing']]).toEqual([201, title, 'image/png', undefined]);
      expect(await describePicture(await bytesOf(body))).toMatchObject({ mimeType: 'image/png', width: 1200, height: 630 });
      const again = await send('POST', `/contents/${id}/thumbnail/generate`, { template: 'news' });
      expect([again.status, again.body.id]).toEqual([200, body.id]);
      expect((await send<{ thumbnailAssetId: string }>('GET', `/contents/${id}`)).body.thumbnailAssetId).toBe(body.id);
    },
    30_000,
  );

  it('draw a map of Tromsø, and reject an unknown place', async () => {
    const id = await write('Polar night', { metadata: { latitude: 69.65, longitude: '18.96' } });
    const map = await send('POST', `/contents/${id}/thumbnail/generate`, { strategy: 'static-map', place: 'Tromsø', format: 'webp' });
    expect([map.status, map.body.altText, map.body.mimeType]).toEqual([201, 'Map: Tromsø', 'image/webp']);
    const nowhere = await send('POST', `/contents/${id}/thumbnail/generate`, { strategy: 'static-map', latitude: 91, longitude: 0 });
    expect([nowhere.status, nowhere.body.code]).toEqual([422, 'coordinates']);
  }, 30_000);

  it('accept pictures drawn by AI, and store nothing else', async () => {
    const id = await write('A fox');
    const drawn = await send('POST', `/contents/${id}/thumbnail/generate`, { strategy: 'ai-generate' });
    expect(drawn).toMatchObject({ status: 201, body: { metadata: { generated: { aiAssisted: true, strategy: 'ai-generate' } } } });
    expect(await describePicture(await bytesOf(drawn.body))).toMatchObject({ width: 600, height: 600 });
    expect(vendor.requests.at(-1)?.path).toMatch(/images\/generations$/);
    answer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const refused = await send('POST', `/contents/${id}/thumbnail/generate`, { strategy: 'ai-generate', prompt: 'Another fox.' });
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect((await send<{ thumbnailAssetId: string }>('GET', `/contents/${id}`)).body.thumbnailAssetId).toBe(drawn.body.id);
  }, 30_000);

  it('are drawn for all pieces without one, as a job, and for none in a second run', async () => {
    for (const title of ['One', 'Two', 'Three']) await write(title);
    const accepted = await send('POST', '/contents/thumbnails/generate-missing', {}, { Prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    let job: { status: string; finishedAt: string | null; result?: { images: object[] } };
    do {
      await delay(100);
      job = (await send<typeof job>('GET', `/jobs/${accepted.body.jobId}`)).body;
    } while (job.finishedAt === null);
    expect(job).toMatchObject({ status: 'succeeded', completed: 3, total: 3, result: { failed: [], skipped: 0 } });
    expect(job.result?.images).toHaveLength(3);
    const second = await send<object>('POST', '/contents/thumbnails/generate-missing', { strategy: 'headline-card' });
    expect(second).toMatchObject({ status: 200, body: { images: [], failed: [], skipped: 0 } });
  }, 60_000);

  it('are never blank: a title that no installed font can draw is an error that names the font', async () => {
    for (const [title, font] of [
      ['ข่าวด่วนวันนี้', 'thai'],
      ['속보: 서울 2026', 'kr'],
    ]) {
      const id = await write(String(title));
      const refused = await send<{ hint: string; errors: object[] }>('POST', `/contents/${id}/thumbnail/generate`, {});
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'no_glyphs', hint: `npm install @fontsource-variable/noto-sans-${font}`, errors: [{ pointer: '/title' }] },
      });
      const all = await send<object>('POST', '/contents/thumbnails/generate-missing', { where: { id } });
      expect(all.body).toMatchObject({ images: [], failed: [{ contentId: id, code: 'no_glyphs' }], skipped: 0 });
    }
  }, 30_000);

  it('are pictures: neither a page nor SVG, by whichever way', async () => {
    const id = await write('An oak');
    const upload = async (name: string, content: string): Promise<string> => {
      const body = { name, content: Buffer.from(content).toString('base64') };
      return (await send('POST', '/assets/upload', body)).body.id;
    };
    const files = [
      await upload('oak.html', '<!doctype html><html><body>An oak</body></html>'),
      await upload('oak.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'),
      await upload('oak.txt', 'An oak.'),
      (await send('POST', '/assets', { name: 'oak', url: 'https://oaks.example/oak', mimeType: 'text/html' })).body.id,
    ];
    for (const assetId of files) {
      for (const [method, path, body] of [
        ['POST', `/contents/${id}/thumbnail`, { assetId }],
        ['PATCH', `/contents/${id}`, { thumbnailAssetId: assetId }],
        ['POST', '/articles', { title: 'Another oak', thumbnailAssetId: assetId }],
      ] as const) {
        const refused = await send<{ errors: object[] }>(method, path, body);
        expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/thumbnailAssetId', code: 'not_a_picture' }] } });
      }
    }
    expect(await send('GET', `/contents/${id}`)).toMatchObject({ body: { thumbnailAssetId: null } });
    expect((await send<{ items: object[] }>('GET', `/content-assets?content_id=${id}`)).body.items).toEqual([]);
  }, 30_000);
});
