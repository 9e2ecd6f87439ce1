import { afterEach, describe, expect, it } from 'vitest';
import { type Loopback, startAnswering, startRaw, startSite } from '../../../../../packages/outbound/src/testing/loopback.ts';
import { webhookTransport } from './transport.ts';

const userAgent = 'Colophon/1.0 (+https://news.example)';

describe('requests of webhooks', () => {
  const sites: Loopback[] = [];
  afterEach(() => Promise.all(sites.splice(0).map((site) => site.stop())));
  const opened = <Site extends Loopback>(site: Site): Site => {
    sites.push(site);
    return site;
  };
  const to = (site: Loopback) => webhookTransport({ userAgent, allowHosts: [new URL(site.origin).host] }, undefined);
  const post = (url: string, timeout = 2000) => ({
    url,
    timeout,
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    body: '{}',
    signal: new AbortController().signal,
  });

  it('are posted, and return the status and the requested delay', async () => {
    const site = opened(await startSite((_request, response) => response.writeHead(503, { 'Retry-After': '120' }).end('busy')));
    expect(await to(site).send(post(`${site.origin}/hook`))).toEqual({ status: 503, retryAfter: '120' });
    expect(site.requests).toEqual(['POST /hook']);
  });

  it('follow no redirect', async () => {
    const site = opened(await startSite((_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end()));
    expect(await to(site).send(post(`${site.origin}/hook`))).toMatchObject({ status: 307 });
    expect(site.requests).toEqual(['POST /hook']);
  });

  it('time out if the receiver is slow, and count as delivered however long its response body is', async () => {
    const silent = opened(await startRaw((socket) => socket.write('HTTP/1.1 200')));
    await expect(to(silent).send(post(silent.origin, 200))).rejects.toMatchObject({ code: 'fetch_timeout' });
    const endless = opened(
      await startSite((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' });
        response.write('x'.repeat(100_000));
      }),
    );
    expect(await to(endless).send(post(endless.origin))).toMatchObject({ status: 200 });
    const dripping = opened(
      await startSite((_request, response) => {
        response.writeHead(202).flushHeaders();
        response.write('.');
      }),
    );
    const begun = performance.now();
    expect(await to(dripping).send(post(dripping.origin))).toMatchObject({ status: 202 });
    expect(performance.now() - begun).toBeLessThan(1900);
    const broken = opened(await startAnswering('HTTP/1.1 204 No Content\r\nContent-Encoding: gzip, br\r\nContent-Length: 99\r\n\r\n'));
    expect(await to(broken).send(post(broken.origin))).toMatchObject({ status: 204 });
  });

  it('are never sent to a private network, in any spelling of the address and for any resolved name', async () => {
    const site = opened(await startSite((_request, response) => response.end()));
    const transport = webhookTransport({ userAgent, resolver: async () => ['127.0.0.1'], ports: [site.port] }, undefined);
    for (const url of [
      site.origin,
      `http://localhost:${site.port}/`,
      `http://2130706433:${site.port}/`,
      'http://169.254.169.254/',
      'file:///etc/passwd',
    ])
      expect([url, codeOf(() => transport.requireAddress(url))]).toEqual([url, 'address_refused']);
    expect(() => transport.requireAddress('http://127.0.0.1:8098/hook')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('OUTBOUND_HOSTS=127.0.0.1:8098') }),
    );
    expect(() => transport.requireAddress('file:///etc/passwd')).toThrow(expect.not.objectContaining({ hint: expect.anything() }));
    // A name that was public when the webhook was created is checked again at each attempt.
    transport.requireAddress(`http://rebound.example:${site.port}/hook`);
    await expect(transport.send(post(`http://rebound.example:${site.port}/hook`))).rejects.toMatchObject({
      code: 'address_refused',
      extensions: { reason: 'network' },
    });
    expect(site.connections).toBe(0);
  });

  it('are sent to the configured hub, wherever it is, and to no other private address', async () => {
    const hub = opened(await startSite((_request, response) => response.writeHead(202).end()));
    const transport = webhookTransport({ userAgent }, `${hub.origin}/hub`);
    expect(await transport.send(post(`${hub.origin}/hub`))).toMatchObject({ status: 202 });
    await expect(transport.send(post(`${hub.origin}/other`))).rejects.toMatchObject({ code: 'address_refused' });
    expect(hub.requests).toEqual(['POST /hub']);
  });
});

function codeOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}
