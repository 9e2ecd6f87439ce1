import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as ReferenceWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

/** Newsroom as it runs: announces a publication within a second, and refuses receivers that the operator did not allow. */
describe('a Newsroom with webhooks', () => {
  let newsroom: NewsroomProcess;
  let server: Server;
  let url: string;
  let token: string;
  const received: { headers: Record<string, string>; body: string; at: number; path: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
        received.push({ headers, body: Buffer.concat(chunks).toString(), at: performance.now(), path: request.url ?? '' });
        response.writeHead(request.url === '/gone' ? 410 : 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    newsroom = await startNewsroom({
      NEWSROOM_SEED: 'none',
      OUTBOUND_HOSTS: `127.0.0.1:${port}`,
      WEBSUB_HUB: `${url}/hub`,
      LOG_LEVEL: 'error',
    });
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'press').stdout.trim();
  });
  afterAll(async () => {
    await newsroom?.dispose();
    server.close();
  });

  async function api<Body = Record<string, never>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Body; headers: Headers }> {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
  }
  const arrived = (path: string) =>
    vi.waitFor(
      () => {
        const index = received.findIndex((each) => each.path === path);
        if (index < 0) throw new Error(`nothing came to ${path}: ${newsroom.log()}`);
        return received.splice(index, 1)[0] as (typeof received)[number];
      },
      { timeout: 10_000, interval: 10 },
    );

  it('announces a publication within a second after its commit, without its content, to the hub too', async () => {
    const made = await api<{ id: string; secret: string }>('POST', '/webhooks', { url: `${url}/hook`, kinds: ['content.published'] });
    expect(made.status).toBe(201);
    // The first delivery of a process loads the HTTP client.
    expect((await api('POST', `/webhooks/${made.body.id}/test`)).body).toMatchObject({ kind: 'webhook.test', status: 'delivered' });
    await arrived('/hook');
    const { body: piece } = await api<{ id: string }>('POST', '/articles', {
      title: 'Secret words',
      slug: 'oak',
      body: 'Not for receivers.',
    });
    await api('PATCH', `/articles/${piece.id}`, { status: 'published' });
    const committed = performance.now();
    const { body, headers, at } = await arrived('/hook');
    expect(at - committed).toBeLessThan(1000);
    expect(new ReferenceWebhook(made.body.secret).verify(body, headers)).toMatchObject({
      type: 'content.published',
      data: { object: 'contents', id: piece.id, type: 'article', slug: 'oak', status: 'published', rev: 2 },
    });
    expect(body).not.toMatch(/Secret words|Not for receivers/);
    const ping = await arrived('/hub');
    expect(new URLSearchParams(ping.body).getAll('hub.url')).toContain(`${newsroom.url}/feed.atom`);
    await vi.waitFor(async () => {
      const { body: listed } = await api<{ items: unknown[] }>('GET', '/webhook-deliveries?status=delivered&kind=content.published');
      expect(listed.items).toHaveLength(2);
    });
    expect(newsroom.log()).not.toContain(made.body.secret);
  });

  it('rejects receivers on a private network, naming the field, and notifies users of what it disabled', async () => {
    for (const refused of ['http://127.0.0.1:1/', 'http://10.1.2.3/hook', 'http://user:password@news.example/']) {
      const { status, body } = await api<{ errors: unknown }>('POST', '/webhooks', { url: refused });
      expect([refused, status, body.errors]).toEqual([
        refused,
        422,
        [expect.objectContaining({ pointer: '/url', code: 'address_refused' })],
      ]);
    }
    const { body: gone } = await api<{ id: string }>('POST', '/webhooks', { url: `${url}/gone` });
    await api('POST', '/articles', { title: 'Elm' });
    await arrived('/gone');
    await vi.waitFor(async () =>
      expect((await api('GET', `/webhooks/${gone.id}`)).body).toMatchObject({ enabled: false, disabledReason: 'gone' }),
    );
    const { body: kinds } = await api<{ items: { kind: string }[] }>('GET', '/webhooks/kinds');
    expect(kinds.items.map(({ kind }) => kind)).toContain('correction.issued');
  });
});
