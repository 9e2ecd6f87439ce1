import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { runTour, tourLines, type TourOutputs } from './testing/governance-tour.ts';
import { freePort, type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const hasTools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

describe.skipIf(!hasTools)('the tour of mirrors (skipped where bash and curl are not there)', () => {
  const lines = tourLines('docs/mirrors.md', '## Contents of a mirror');
  let newsroom: NewsroomProcess;
  let outputs: TourOutputs = new Map();

  beforeAll(async () => {
    const port = await freePort();
    newsroom = await startNewsroom({ PORT: String(port), OUTBOUND_HOSTS: `localhost:${port}`, NEWSROOM_SEED: 'none' });
    outputs = await runTour(newsroom, lines, () => undefined);
  }, 120_000);
  afterAll(() => newsroom.dispose());

  const answers = (start: string): Record<string, unknown>[] =>
    lines.flatMap((line, index) => (line.startsWith(start) ? [JSON.parse(outputs.get(index) ?? '') as Record<string, unknown>] : []));

  it('mirrors a page once, whoever asks and however its address is spelled', () => {
    const [first, refused] = answers('api POST contents/mirror');
    expect(first).toMatchObject({ type: 'mirror', status: 'draft', title: 'Newsroom', context: 'sources', url: `${newsroom.url}/` });
    expect(answers('newsroom-cli contents mirror')[0]?.['id']).toBe(first?.['id']);
    expect(answers('api GET "content-mirrors')[0]).toMatchObject({
      count: 1,
      items: [{ robots: 'allowed', failures: 0, context: 'sources' }],
    });
    expect(refused).toMatchObject({ status: 422, code: 'address_refused', reason: 'network' });
  });

  it('requests the site again, and writes nothing if nothing has changed', () => {
    expect(answers('newsroom-cli mcp call')[0]).toMatchObject({ structuredContent: { rev: 1 } });
    expect(answers('api GET contents/$COPY/versions')[0]).toMatchObject({ count: 1, items: [{ kind: 'auto-generated' }] });
  });

  it('returns the address of a created mirror, and reports an existing one as found', async () => {
    const token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
    const mirror = (context: string) =>
      fetch(`${newsroom.url}/api/v1/contents/mirror`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: `${newsroom.url}/`, context }),
      });
    const made = await mirror('again');
    const { id } = (await made.json()) as { id: string };
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/contents/${id}`]);
    expect((await mirror('again')).status).toBe(200);
  });
});

describe('settings of outbound requests', () => {
  const secret = { NEWSROOM_SECRET: 'x'.repeat(32) };

  it('are reported together if invalid', () => {
    const wrong = { OUTBOUND_PROXY: 'socks://x', OUTBOUND_PORTS: '99999', OUTBOUND_HOSTS: 'a b', MAP_TILES_URL: 'https://t/{z}/{x}/{y}' };
    expect(() => loadConfig({ ...secret, ...wrong })).toThrow(
      /MAP_TILES_ATTRIBUTION[\s\S]*OUTBOUND_PROXY[\s\S]*OUTBOUND_PORTS[\s\S]*OUTBOUND_HOSTS/,
    );
    expect(() => loadConfig({ ...secret, MAP_TILES_URL: 'https://t/' })).toThrow(/MAP_TILES_URL must be an address/);
    expect(() => loadConfig({ ...secret, NEWSROOM_MIRROR_REFRESH_HOURS: '0' })).toThrow(/NEWSROOM_MIRROR_REFRESH_HOURS/);
  });

  it('are none unless given', () => {
    expect(loadConfig({ ...secret, MAP_TILES_URL: '', OUTBOUND_PROXY: '' })).toMatchObject({
      outbound: {},
      mapTiles: undefined,
      mirrorRefreshHours: undefined,
    });
  });

  it('let maps use tiles of your own server', async () => {
    const asked: string[] = [];
    const tiles = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/png' });
      // One grey pixel.
      response.end(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64'));
    });
    await new Promise<void>((done) => tiles.listen(0, '127.0.0.1', done));
    const { port } = tiles.address() as { port: number };
    const newsroom = await startNewsroom({
      MAP_TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
      MAP_TILES_ATTRIBUTION: '© Somebody',
      NEWSROOM_SEED: 'none',
    });
    try {
      const token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
      const send = async (path: string, body: object) => {
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
        return (await fetch(`${newsroom.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<
          Record<string, unknown>
        >;
      };
      const { id } = await send('/articles', { title: 'Polar night' });
      const drawn = await send(`/contents/${String(id)}/thumbnail/generate`, {
        strategy: 'static-map',
        latitude: 69.65,
        longitude: 18.96,
        width: 400,
        height: 300,
      });
      expect(drawn).toMatchObject({ mimeType: 'image/png', metadata: { generated: { strategy: 'static-map' } } });
      expect(JSON.stringify(drawn)).not.toContain('degraded');
      expect(asked.length).toBeGreaterThan(1);
      expect(asked.every((path) => /^\/6\/\d+\/\d+\.png$/.test(path))).toBe(true);
    } finally {
      await newsroom.dispose();
      tiles.close();
    }
  }, 60_000);
});
