import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOutbound, type OutboundOptions } from './outbound.ts';
import { type Loopback, SITE_CERTIFICATE, startAnswering, startSecureSite, startSite } from './testing/loopback.ts';
import { namesOf, outboundTo, USER_AGENT } from './testing/outbounds.ts';

const sites: Loopback[] = [];
const kept = async (site: Promise<Loopback>): Promise<Loopback> => {
  sites.push(await site);
  return site;
};
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(sites.splice(0).map((site) => site.stop()));
});

describe('a requested page', () => {
  it('is returned with its bytes, its type and its final URL', async () => {
    const site = await kept(
      startSite((_, response) =>
        response.setHeader('content-type', 'text/html; charset=iso-8859-1').end('<!doctype html><p>Tromsø', 'latin1'),
      ),
    );
    const answer = await outboundTo([site]).request({ url: `http://site.example:${site.port}/a#b`, accept: ['text/html'] });
    expect(answer).toMatchObject({
      status: 200,
      url: `http://site.example:${site.port}/a`,
      redirects: [],
      mimeType: 'text/html',
      contentType: 'text/html; charset=iso-8859-1',
      isCut: false,
    });
    expect(Buffer.from(answer.bytes).toString('latin1')).toBe('<!doctype html><p>Tromsø');
  });

  it('is requested with our user agent, and without cookies, credentials or a referrer', async () => {
    const seen: string[] = [];
    const site = await kept(
      startSite(({ headers, rawHeaders }, response) => {
        seen.push(...rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
        response.setHeader('set-cookie', 'session=1').end(headers['user-agent']);
      }),
    );
    const outbound = outboundTo([site]);
    await outbound.request({ url: site.origin });
    const { bytes } = await outbound.request({ url: site.origin });
    expect(Buffer.from(bytes).toString()).toBe(USER_AGENT);
    expect(new Set(seen)).toEqual(new Set(['host', 'connection', 'user-agent', 'accept', 'accept-encoding', 'accept-language']));
  });

  it.each(['Cookie', 'authorization', 'Host', 'Referer', 'proxy-authorization', 'X-Forwarded-For', 'Transfer-Encoding', 'a b', 'a\r\nb'])(
    'is not requested with the header %j',
    async (name) => {
      const site = await kept(startSite((_, response) => response.end()));
      await expect(outboundTo([site]).request({ url: site.origin, headers: { [name]: 'x' } })).rejects.toBeInstanceOf(TypeError);
      await expect(outboundTo([site]).request({ url: site.origin, headers: { 'x-a': 'x\r\nCookie: a=b' } })).rejects.toBeInstanceOf(
        TypeError,
      );
      expect(site.connections).toBe(0);
    },
  );

  it('is not fetched again if it has not changed', async () => {
    const site = await kept(
      startSite(({ headers }, response) => {
        const isKnown = headers['if-none-match'] === '"one"' || headers['if-modified-since'] === 'Sat, 21 Nov 2026 00:00:00 GMT';
        response
          .writeHead(isKnown ? 304 : 200, { etag: '"one"', 'content-encoding': isKnown ? 'gzip' : 'identity' })
          .end(isKnown ? '' : 'page');
      }),
    );
    const outbound = outboundTo([site]);
    const first = await outbound.request({ url: site.origin });
    expect(await outbound.request({ url: site.origin, ifNoneMatch: first.headers['etag'] ?? '' })).toMatchObject({ status: 304 });
    expect(await outbound.request({ url: site.origin, ifModifiedSince: 'Sat, 21 Nov 2026 00:00:00 GMT' })).toMatchObject({ status: 304 });
  });

  it('causes an error with the status of the server, unless any status is accepted', async () => {
    const site = await kept(startSite((_, response) => response.writeHead(404).end('gone')));
    await expect(outboundTo([site]).request({ url: site.origin })).rejects.toMatchObject({
      code: 'fetch_failed',
      status: 502,
      extensions: { reason: 'status', upstreamStatus: 404 },
      retryable: false,
    });
    const answer = await outboundTo([site]).request({ url: site.origin, statuses: 'any', accept: ['application/pdf'] });
    expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([404, 'gone']);
  });

  it('is requested over TLS for its host name, at the checked address', async () => {
    const site = await kept(startSecureSite((request, response) => response.end(request.headers.host)));
    const outbound = outboundTo([site], { ca: SITE_CERTIFICATE });
    const { bytes } = await outbound.request({ url: `https://site.example:${site.port}/` });
    expect(Buffer.from(bytes).toString()).toBe(`site.example:${site.port}`);
    const other = createOutbound({
      userAgent: USER_AGENT,
      allowHosts: [`other.example:${site.port}`],
      resolver: namesOf({ 'other.example': ['127.0.0.1'] }),
      ca: SITE_CERTIFICATE,
    });
    const refused = other.request({ url: `https://other.example:${site.port}/` });
    await expect(refused).rejects.toMatchObject({ code: 'fetch_failed', extensions: { reason: 'tls' } });
    await expect(outboundTo([site]).request({ url: `https://site.example:${site.port}/` })).rejects.toMatchObject({
      code: 'fetch_failed',
      extensions: { reason: 'tls' },
    });
  });
});

describe('a request with a body', () => {
  it('is sent with its own headers, and an authorization if given', async () => {
    const seen: unknown[] = [];
    const site = await kept(
      startSite((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { 'webhook-id': id, authorization } = request.headers;
          seen.push([request.method, Buffer.concat(chunks).toString(), id, authorization]);
          response.end('x'.repeat(5000));
        });
      }),
    );
    const request = { url: site.origin, headers: { 'Webhook-Id': 'a' }, statuses: 'any', maximumBytes: 1024, overflow: 'cut' } as const;
    const answer = await outboundTo([site]).request({ ...request, method: 'POST', body: '{"é":1}' });
    await outboundTo([site]).request({ ...request, method: 'PUT', body: new Uint8Array([65]), authorization: 'Bearer t' });
    expect(seen).toEqual([
      ['POST', '{"é":1}', 'a', undefined],
      ['PUT', 'A', 'a', 'Bearer t'],
    ]);
    expect([answer.bytes.length, answer.isCut]).toEqual([1024, true]);
  });

  it('is never sent to a redirect target', async () => {
    const site = await kept(startSite((_, response) => response.writeHead(307, { location: '/elsewhere' }).end()));
    const outbound = outboundTo([site]);
    await expect(outbound.request({ url: site.origin, method: 'POST', body: 'x' })).rejects.toMatchObject({ code: 'fetch_failed' });
    await expect(outbound.request({ url: site.origin, authorization: 'Bearer t' })).rejects.toMatchObject({ code: 'fetch_failed' });
    expect(await outbound.request({ url: site.origin, method: 'POST', body: 'x', statuses: 'any' })).toMatchObject({ status: 307 });
    expect(site.requests).toEqual(['POST /', 'GET /', 'POST /']);
  });
});

describe('a streamed response', () => {
  it('is bounded, and releases its connection when the reader stops', async () => {
    const site = await kept(
      startSite((_, response) => {
        const writeMore = (): void => void (response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(writeMore)));
        writeMore();
      }),
    );
    const outbound = outboundTo([site], { limits: { perHost: 1, bytes: 100_000 } });
    for (let round = 0; round < 3; round += 1) {
      await using stream = await outbound.open({ url: site.origin });
      for await (const chunk of stream.body) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
    }
    await using stream = await outbound.open({ url: site.origin });
    const all = async (): Promise<void> => {
      for await (const _ of stream.body);
    };
    await expect(all()).rejects.toMatchObject({ code: 'too_large', status: 413, extensions: { limit: 100_000 } });
    await using closed = await outbound.open({ url: site.origin });
    await closed.close();
    await using next = await outbound.open({ url: site.origin });
    expect(next.status).toBe(200);
  });

  it('that is not read ends after its timeout, and releases its connection', async () => {
    const site = await kept(startSite((_, response) => response.write('x')));
    const outbound = outboundTo([site], { limits: { perHost: 1 } });
    await outbound.open({ url: site.origin, timeout: 300 });
    const began = performance.now();
    await using next = await outbound.open({ url: site.origin });
    expect(next.status).toBe(200);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe('requests to one host', () => {
  it('are limited to two; others wait, without affecting other hosts', async () => {
    let [current, maximum] = [0, 0];
    const site = await kept(
      startSite((_, response) => {
        maximum = Math.max(maximum, (current += 1));
        setTimeout(() => {
          current -= 1;
          response.end('x');
        }, 40);
      }),
    );
    const outbound = outboundTo([site]);
    await Promise.all(Array.from({ length: 8 }, () => outbound.request({ url: site.origin })));
    expect(maximum).toBe(2);
    maximum = 0;
    await Promise.all(
      ['127.0.0.1', 'site.example', 'www.site.example']
        .flatMap((host) => [host, host])
        .map((host) => outbound.request({ url: `http://${host}:${site.port}/` })),
    );
    expect(maximum).toBeGreaterThan(2);
  });

  it('are rejected if too many wait, and time out in the queue', async () => {
    const site = await kept(startSite(() => undefined));
    const outbound = outboundTo([site], { limits: { perHost: 1, waiting: 1 } });
    const stop = new AbortController();
    const first = outbound.request({ url: site.origin, signal: stop.signal });
    const second = outbound.request({ url: site.origin, timeout: 200 });
    const third = outbound.request({ url: site.origin });
    await expect(third).rejects.toMatchObject({ code: 'busy', status: 503, retryable: true });
    await expect(second).rejects.toMatchObject({ code: 'fetch_timeout', status: 504, extensions: { phase: 'total' } });
    stop.abort(new Error('The person left.'));
    await expect(first).rejects.toThrow('The person left.');
    expect(site.connections).toBe(1);
  });
});

describe('a proxy', () => {
  it('from the environment is not used', async () => {
    const [site, proxy] = [await kept(startSite((_, response) => response.end('page'))), await kept(startAnswering(''))];
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    await outboundTo([site]).request({ url: site.origin });
    expect([site.connections, proxy.connections]).toEqual([1, 0]);
  });

  it('from the settings resolves names itself, and never receives internal addresses', async () => {
    const connects: string[] = [];
    const site = await kept(startSite((_, response) => response.end('page')));
    const proxy = await kept(startSite((_, response) => response.writeHead(500).end()));
    const { createServer, connect } = await import('node:net');
    const tunnel = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (head: Buffer) => {
        connects.push(head.toString().split('\r\n')[0] ?? '');
        const upstream = connect(site.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(upstream).pipe(socket);
        });
        upstream.on('error', () => undefined);
      });
    });
    await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
    const { port } = tunnel.address() as { port: number };
    const resolver = namesOf({});
    const outbound = createOutbound({ userAgent: USER_AGENT, proxy: `http://127.0.0.1:${port}`, resolver });
    const { bytes } = await outbound.request({ url: 'http://pages.example/a' });
    expect(Buffer.from(bytes).toString()).toBe('page');
    for (const url of ['http://169.254.169.254/', 'http://localhost/', 'http://10.1/']) {
      await expect(outbound.request({ url })).rejects.toMatchObject({ code: 'address_refused' });
    }
    expect(connects).toEqual(['CONNECT pages.example:80 HTTP/1.1']);
    expect([resolver.asked, proxy.connections]).toEqual([[], 0]);
    tunnel.close();
  });
});

describe('settings', () => {
  const wrong: [Partial<OutboundOptions>, string][] = [
    [{ limits: { bytes: 0 } }, 'limits.bytes must be a whole number of at least 1.'],
    [{ limits: { redirects: -1 } }, 'limits.redirects must be a whole number of at least 0.'],
    [{ limits: { totalTimeout: Number.NaN } }, 'limits.totalTimeout must be a whole number of at least 1.'],
    [{ limits: { bytesByType: { 'image/png': 1.5 } } }, 'limits.image/png must be a whole number of at least 1.'],
    [{ ports: [0] }, 'ports: 0 is not a port.'],
    [{ allowHosts: ['http://a'] }, 'allowHosts: http://a is neither a host nor host:port.'],
    [{ proxy: 'proxy.example' }, 'proxy must be an address such as http://proxy.example:3128.'],
    [{ userAgent: 'a\nb' }, 'headers: the value of user-agent contains a character that is invalid in a header.'],
  ];
  it.each(wrong)('%j are rejected', (options, message) => {
    expect(() => createOutbound({ userAgent: USER_AGENT, ...options })).toThrow(new TypeError(message));
  });
});

it('reads a compressed response, whatever the encoding', async () => {
  const site = await kept(startSite((_, response) => response.setHeader('content-encoding', 'GZIP').end(gzipSync('page'))));
  expect(Buffer.from((await outboundTo([site]).request({ url: site.origin })).bytes).toString()).toBe('page');
});
