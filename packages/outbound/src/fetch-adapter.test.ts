import { afterEach, describe, expect, it } from 'vitest';
import { createFetch } from './fetch-adapter.ts';
import { type Loopback, startSite } from './testing/loopback.ts';
import { outboundTo } from './testing/outbounds.ts';

const sites: Loopback[] = [];
const echo = async (): Promise<Loopback> => {
  const site = await startSite((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/moved') return response.writeHead(302, { location: '/there' }).end();
      const { authorization, accept, 'content-type': type, 'user-agent': userAgent } = request.headers;
      const body = { method: request.method, body: Buffer.concat(chunks).toString(), authorization, accept, type, userAgent };
      return response
        .writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'application/json', 'set-cookie': 'a=b' })
        .end(JSON.stringify(body));
    });
  });
  sites.push(site);
  return site;
};
afterEach(() => Promise.all(sites.splice(0).map((site) => site.stop())));

describe('a guarded fetch', () => {
  it('sends requests of a library, and responds like fetch', async () => {
    const site = await echo();
    const fetch = createFetch(outboundTo([site]), { allowAuthorization: true });
    const response = await fetch(`${site.origin}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code' }),
      headers: { authorization: 'Basic eA==', accept: 'application/json', 'user-agent': 'a library' },
      redirect: 'manual',
    });
    expect([response.status, response.ok, response.url]).toEqual([200, true, `${site.origin}/token`]);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toEqual({
      method: 'POST',
      body: 'grant_type=authorization_code',
      authorization: 'Basic eA==',
      accept: 'application/json',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      userAgent: 'Colophon/1.0 (+https://news.example)',
    });
    expect((await fetch(`${site.origin}/missing`)).status).toBe(404);
  });

  it('handles redirects according to the options', async () => {
    const site = await echo();
    const fetch = createFetch(outboundTo([site]));
    expect(await fetch(`${site.origin}/moved`)).toMatchObject({ status: 200, url: `${site.origin}/there` });
    expect(await fetch(`${site.origin}/moved`, { redirect: 'manual' })).toMatchObject({ status: 302 });
    await expect(fetch(`${site.origin}/moved`, { redirect: 'error' })).rejects.toMatchObject({ code: 'fetch_failed' });
  });

  it('rejects refused addresses, and an authorization that was not enabled', async () => {
    const site = await echo();
    const fetch = createFetch(outboundTo([site]));
    await expect(fetch('http://169.254.169.254/')).rejects.toMatchObject({ code: 'address_refused' });
    await expect(fetch(site.origin, { headers: { authorization: 'Bearer t' } })).rejects.toThrow('Authorization is not sent.');
    await expect(fetch(site.origin, { headers: { cookie: 'a=b' } })).rejects.toThrow('headers: "cookie" is not sent.');
    await expect(fetch(site.origin, { method: 'PATCH' })).rejects.toThrow('The method PATCH is not sent.');
    await expect(fetch(site.origin, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    expect(site.connections).toBe(0);
  });
});
