import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OutboundError } from './errors/errors.ts';
import { createOutbound } from './outbound.ts';
import { type Loopback, SITE_CERTIFICATE, startAnswering, startRaw, startSecureSite, startSite } from './testing/loopback.ts';
import { namesOf, outboundTo, USER_AGENT } from './testing/outbounds.ts';

const sites: Loopback[] = [];
const untilEnd = async (site: Promise<Loopback>): Promise<Loopback> => {
  sites.push(await site);
  return site;
};
afterEach(() => Promise.all(sites.splice(0).map((site) => site.stop())));

const answering = (head: string, body: string | Uint8Array = ''): Promise<Loopback> =>
  untilEnd(startAnswering(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`), Buffer.from(body)])));

/** Fails the test if an error reveals the address of the connection. */
async function failureOf(work: Promise<unknown>, hidden = '127.0.0.1'): Promise<OutboundError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!OutboundError.isInstance(error)) throw new Error('Expected the request to be refused.', { cause: error });
  const visibleTexts = [
    error.message,
    error.stack,
    error.hint,
    JSON.stringify(error),
    JSON.stringify(error.extensions),
    String(error.cause),
  ];
  expect(visibleTexts.join('\n')).not.toContain(hidden);
  return error;
}

describe('internal addresses are refused without sending a packet', () => {
  it.each([
    ['127.0.0.1', 'network'],
    ['127.1', 'network'],
    ['0x7f.0.0.1', 'network'],
    ['2130706433', 'network'],
    ['①②⑦.⓪.⓪.①', 'network'],
    ['[::ffff:127.0.0.1]', 'network'],
    ['127.0.0.1.', 'network'],
    ['localhost', 'host'],
    ['localhost.', 'host'],
    ['app.localhost', 'host'],
  ])('%s', async (host, reason) => {
    const site = await untilEnd(startSite((_, response) => response.end('secret')));
    const outbound = createOutbound({ userAgent: USER_AGENT, ports: [site.port] });
    const refused = await failureOf(outbound.request({ url: `http://${host}:${site.port}/` }), 'nothing to hide');
    expect(refused).toMatchObject({ code: 'address_refused', status: 422, extensions: { reason } });
    expect(site.connections).toBe(0);
  });

  it.each([
    ['a private address', ['127.0.0.1']],
    ['a public and a private one', ['8.8.8.8', '127.0.0.1']],
    ['a private and a public one', ['127.0.0.1', '8.8.8.8']],
    ['an IPv6 address that embeds a private one', ['::ffff:127.0.0.1']],
    ['an address with a zone', ['fe80::1%lo']],
    ['a public one and something else', ['8.8.8.8', 'localhost']],
  ])('a name with %s', async (_, addresses) => {
    const site = await untilEnd(startSite((__, response) => response.end('secret')));
    const outbound = createOutbound({ userAgent: USER_AGENT, ports: [site.port], resolver: namesOf({ 'pages.example': addresses }) });
    const refused = await failureOf(outbound.request({ url: `http://pages.example:${site.port}/` }));
    expect(refused).toMatchObject({ code: 'address_refused', extensions: { reason: 'network' } });
    expect(site.connections).toBe(0);
  });

  it('ports, schemes and credentials', async () => {
    const site = await untilEnd(startSite((_, response) => response.end('secret')));
    const outbound = outboundTo([site]);
    for (const [url, reason] of [
      [`http://127.0.0.1:${site.port === 25 ? 26 : 25}/`, 'port'],
      ['file:///etc/passwd', 'scheme'],
      [`gopher://127.0.0.1:${site.port}/`, 'scheme'],
      [`http://user:secret@127.0.0.1:${site.port}/`, 'credentials'],
    ] as const) {
      expect(await failureOf(outbound.request({ url }), 'secret')).toMatchObject({ extensions: { reason } });
    }
    expect(site.connections).toBe(0);
  });
});

describe('a name with changing addresses', () => {
  it('is resolved once for each request, and the checked address is used', async () => {
    const site = await untilEnd(startSite((_, response) => response.end('page')));
    const inside = await untilEnd(startSite((_, response) => response.end('secret'), '127.0.0.2'));
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const resolver = async (): Promise<string[]> => answers.shift() ?? [];
    const outbound = createOutbound({ userAgent: USER_AGENT, allowHosts: [`pages.example:${site.port}`], resolver });
    const { bytes } = await outbound.request({ url: `http://pages.example:${site.port}/` });
    expect(Buffer.from(bytes).toString()).toBe('page');
    expect([answers.length, inside.connections]).toEqual([1, 0]);
  });
});

describe('redirects', () => {
  const redirecting = (location: string | ((port: number) => string)): Promise<Loopback> =>
    untilEnd(
      startSite(({ socket }, response) => {
        response.writeHead(302, { location: typeof location === 'string' ? location : location(socket.localPort ?? 0) }).end();
      }),
    );

  it.each([
    ['http://localhost/', 'host'],
    ['http://127.0.0.2/', 'network'],
    ['//169.254.169.254/latest/meta-data/', 'network'],
    ['http://[::1]/', 'network'],
    ['http://2130706433/', 'network'],
    ['http://site.example:25/', 'port'],
    ['http://a:b@site.example/', 'credentials'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://', 'address'],
  ])('to %s are refused', async (location, reason) => {
    const site = await redirecting(location);
    expect(await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/` }))).toMatchObject({
      code: 'address_refused',
      extensions: { reason },
    });
    expect(site.connections).toBe(1);
  });

  it('to a name with an internal address are refused without sending a packet', async () => {
    const inside = await untilEnd(startSite((_, response) => response.end('secret')));
    const site = await redirecting(`http://pages.example:${inside.port}/`);
    const outbound = outboundTo([site], { ports: [inside.port], resolver: namesOf({ 'pages.example': ['127.0.0.1'] }) });
    expect(await failureOf(outbound.request({ url: site.origin }))).toMatchObject({ extensions: { reason: 'network' } });
    expect(inside.connections).toBe(0);
  });

  it('are followed five times, but not six', async () => {
    const site = await untilEnd(
      startSite(({ url = '' }, response) => {
        const remaining = Number(url.slice(1));
        if (remaining === 0) response.end('there');
        else response.writeHead(301, { location: `./${remaining - 1}` }).end();
      }),
    );
    const response = await outboundTo([site]).request({ url: `${site.origin}/5` });
    expect(response).toMatchObject({
      url: `${site.origin}/0`,
      redirects: [5, 4, 3, 2, 1].map((remaining) => `${site.origin}/${remaining}`),
    });
    expect(await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/6` }))).toMatchObject({
      code: 'fetch_failed',
      extensions: { reason: 'redirect' },
    });
    expect(site.requests.at(-1)).toBe('GET /1');
  });

  it('in a loop are detected', async () => {
    const site = await untilEnd(startSite(({ url }, response) => response.writeHead(302, { location: url === '/a' ? '/b' : '/a' }).end()));
    const failed = await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/a` }));
    expect(failed).toMatchObject({ code: 'fetch_failed', extensions: { reason: 'redirect' } });
    expect(site.requests).toEqual(['GET /a', 'GET /b']);
  });

  it('from https to http are refused', async () => {
    const plain = await untilEnd(startSite((_, response) => response.end('page')));
    const site = await untilEnd(startSecureSite((_, response) => response.writeHead(302, { location: plain.origin }).end()));
    const failed = await failureOf(
      outboundTo([site, plain], { ca: SITE_CERTIFICATE }).request({ url: `https://site.example:${site.port}/` }),
    );
    expect(failed).toMatchObject({ code: 'address_refused', extensions: { reason: 'scheme' } });
    expect(plain.connections).toBe(0);
  });

  it('send the headers of the caller only to the same site', async () => {
    const headerValues: (string | undefined)[] = [];
    const otherSite = await untilEnd(
      startSite(({ headers }, response) => {
        headerValues.push(headers['x-key'] as string | undefined);
        response.end('page');
      }),
    );
    const site = await untilEnd(
      startSite(({ headers, url }, response) => {
        headerValues.push(headers['x-key'] as string | undefined);
        response.writeHead(302, { location: url === '/' ? '/next' : otherSite.origin }).end();
      }),
    );
    await outboundTo([site, otherSite]).request({ url: site.origin, headers: { 'X-Key': 'key' } });
    expect(headerValues).toEqual(['key', 'key', undefined]);
  });

  it('with a line break in Location, or two Location headers, are refused', async () => {
    const broken = await answering('302 Found\r\nLocation: /a\r\n\tb\r\nContent-Length: 0');
    expect((await failureOf(outboundTo([broken]).request({ url: `http://site.example:${broken.port}/` }))).code).toMatch(
      /fetch_failed|address_refused/,
    );
    const twice = await answering('302 Found\r\nLocation: http://a.example/\r\nLocation: http://127.0.0.2/\r\nContent-Length: 0');
    expect((await failureOf(outboundTo([twice]).request({ url: `http://site.example:${twice.port}/` }))).code).toMatch(
      /fetch_failed|address_refused/,
    );
    const escaped = await redirecting('/a%0d%0aSet-Cookie:%20a=b');
    await failureOf(outboundTo([escaped]).request({ url: `http://site.example:${escaped.port}/` }));
    expect(escaped.requests[1]).toBe('GET /a%0d%0aSet-Cookie:%20a=b');
  });
});

describe('responses that do not end', () => {
  const limits = { connectTimeout: 200, headersTimeout: 300, idleTimeout: 400, totalTimeout: 1200 };
  const forever = (socket: Socket, head: string, chunk: string, interval: number): void => {
    socket.once('data', () => {
      socket.write(head);
      const timer = setInterval(() => socket.write(chunk), interval);
      socket.on('close', () => clearInterval(timer));
    });
  };
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';

  it.each([
    ['nothing at all', (_socket: Socket): void => undefined, { code: 'fetch_timeout', extensions: { phase: 'headers' } }],
    [
      'headers, one by one',
      (socket: Socket) => forever(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n', 50),
      { code: 'fetch_timeout', extensions: { phase: 'headers' } },
    ],
    [
      'headers, all at once',
      (socket: Socket) => forever(socket, 'HTTP/1.1 200 OK\r\n', `X: ${'y'.repeat(4000)}\r\n`, 1),
      { code: 'fetch_failed', extensions: { reason: 'headers' } },
    ],
    [
      'one header line',
      (socket: Socket) => forever(socket, 'HTTP/1.1 200 OK\r\nX: ', 'y'.repeat(4000), 1),
      { code: 'fetch_failed', extensions: { reason: 'headers' } },
    ],
    [
      'silence after the headers',
      (socket: Socket) => forever(socket, head, '', 10_000),
      { code: 'fetch_timeout', extensions: { phase: 'body' } },
    ],
    ['a byte now and then', (socket: Socket) => forever(socket, head, 'x', 100), { code: 'fetch_timeout', extensions: { phase: 'total' } }],
    [
      'informational answers',
      (socket: Socket) => forever(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 20),
      { code: 'fetch_timeout', extensions: { phase: 'headers' } },
    ],
    [
      'bytes without end',
      (socket: Socket) => forever(socket, head, 'x'.repeat(60_000), 1),
      { code: 'too_large', extensions: { limit: 1_000_000 } },
    ],
  ] as const)('%s', async (_, handle, expected) => {
    const site = await untilEnd(startRaw(handle));
    const began = performance.now();
    const outbound = outboundTo([site], { limits: { ...limits, bytes: 1_000_000 } });
    expect(await failureOf(outbound.request({ url: `http://site.example:${site.port}/` }))).toMatchObject(expected);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('a name whose servers do not respond', async () => {
    const resolver = (): Promise<string[]> => new Promise(() => undefined);
    const outbound = createOutbound({ userAgent: USER_AGENT, resolver, limits: { resolveTimeout: 100 } });
    expect(await failureOf(outbound.request({ url: 'http://pages.example/' }))).toMatchObject({
      code: 'fetch_timeout',
      extensions: { phase: 'resolve' },
    });
  });
});

describe('responses that are too large', () => {
  const packed = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync } as const;
  const zeros = Buffer.alloc(50_000_000);

  it.each(Object.keys(packed) as (keyof typeof packed)[])('decompressed from %s end early at the limit', async (encoding) => {
    const bomb = packed[encoding](zeros);
    expect(bomb.length).toBeLessThan(5_000_000);
    const site = await untilEnd(startSite((_, response) => response.setHeader('content-encoding', encoding).end(bomb)));
    const before = process.memoryUsage().rss;
    const failed = await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/` }));
    expect(failed).toMatchObject({ code: 'too_large', status: 413, extensions: { limit: 5_000_000 } });
    expect(process.memoryUsage().rss - before).toBeLessThan(45_000_000);
  });

  it('are refused by their declared length before they are read', async () => {
    const site = await answering('200 OK\r\nContent-Length: 99000000');
    expect(await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/` }))).toMatchObject({ code: 'too_large' });
  });

  it('have the limit of their type, determined from their bytes', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_100_000)]);
    const site = await untilEnd(
      startSite(({ url }, response) =>
        response.setHeader('content-type', 'application/pdf').end(url === '/pdf' ? pdf : `<!doctype html>${'x'.repeat(5_100_000)}`),
      ),
    );
    const outbound = outboundTo([site]);
    expect(await outbound.request({ url: `${site.origin}/pdf` })).toMatchObject({ mimeType: 'application/pdf' });
    expect(await failureOf(outbound.request({ url: `http://site.example:${site.port}/page` }))).toMatchObject({
      code: 'too_large',
      extensions: { limit: 5_000_000 },
    });
  });
});

describe('responses with an invalid encoding', () => {
  const page = '<!doctype html><p>'.padEnd(5000, 'x');
  const encoded = async (encoding: string, body: Uint8Array): Promise<OutboundError> => {
    const site = await untilEnd(startSite((_, response) => response.setHeader('content-encoding', encoding).end(body)));
    return failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/`, accept: ['text/html'] }));
  };

  it.each([
    ['gzip, gzip', gzipSync(gzipSync(page))],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
    ['compress', Buffer.from(page)],
    ['__proto__', Buffer.from(page)],
    ['constructor', Buffer.from(page)],
    ['gzip', Buffer.from(page)],
    ['gzip', gzipSync(page).subarray(0, 20)],
    ['br', Buffer.from(page)],
    ['zstd', gzipSync(page)],
    ['deflate', Buffer.from('\x08not so')],
  ])('%s', async (encoding, body) => expect(await encoded(encoding, body)).toMatchObject({ code: 'bad_encoding', status: 502 }));

  it('are not accepted as a page if compressed twice but declared once', async () => {
    expect(await encoded('gzip', gzipSync(gzipSync(page)))).toMatchObject({
      code: 'unsupported_media_type',
      status: 415,
      extensions: { mimeType: 'application/gzip' },
    });
  });

  it('are read despite common errors of servers', async () => {
    for (const body of [deflateSync(page), deflateRawSync(page)]) {
      const site = await untilEnd(startSite((_, response) => response.setHeader('content-encoding', 'deflate').end(body)));
      expect(Buffer.from((await outboundTo([site]).request({ url: site.origin })).bytes).toString()).toBe(page);
    }
  });
});

describe('responses that contradict their headers', () => {
  it.each([
    ['shorter than their length', '200 OK\r\nContent-Length: 100', 'short'],
    ['with two lengths', '200 OK\r\nContent-Length: 1\r\nContent-Length: 2', 'xx'],
    ['with a length and in chunks', '200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked', '1\r\nx\r\n'],
    ['with a chunk of no size', '200 OK\r\nTransfer-Encoding: chunked', 'zz\r\nx\r\n'],
    ['with a line break in a header', '200 OK\r\nX: a\nb\0: c', 'x'],
    ['not HTTP', '', ''],
  ])('%s', async (_, head, body) => {
    const site = await answering(head, body);
    expect(await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/` }))).toMatchObject({
      code: 'fetch_failed',
    });
  });

  it('HTML declared as PDF is HTML, and is accepted only where HTML is', async () => {
    const site = await untilEnd(
      startSite((_, response) => response.setHeader('content-type', 'application/pdf').end('<!doctype html><p>page')),
    );
    const outbound = outboundTo([site]);
    expect(await outbound.request({ url: site.origin, accept: ['text/html', 'application/pdf'] })).toMatchObject({ mimeType: 'text/html' });
    const refused = await failureOf(outbound.request({ url: `http://site.example:${site.port}/`, accept: ['application/pdf'] }));
    expect(refused).toMatchObject({ code: 'unsupported_media_type', status: 415, extensions: { mimeType: 'text/html' } });
  });

  it('a program declared as a page is not accepted', async () => {
    const site = await untilEnd(
      startSite((_, response) => response.setHeader('content-type', 'text/html').end(Buffer.from('MZ\x90\0<html>', 'latin1'))),
    );
    expect(
      await failureOf(outboundTo([site]).request({ url: `http://site.example:${site.port}/`, accept: ['text/html', 'text/plain'] })),
    ).toMatchObject({ code: 'unsupported_media_type' });
  });
});

describe('sites that do not respond', () => {
  it('are reported with the failure, and without their address', async () => {
    const closedSite = await startSite((_, response) => response.end());
    await closedSite.stop();
    const outbound = outboundTo([closedSite]);
    const refused = await failureOf(outbound.request({ url: `http://site.example:${closedSite.port}/` }));
    expect(refused).toMatchObject({ code: 'fetch_failed', status: 502, extensions: { reason: 'connect' }, retryable: true });
    const nowhere = createOutbound({ userAgent: USER_AGENT, resolver: namesOf({}) });
    expect(await failureOf(nowhere.request({ url: 'http://pages.example/' }))).toMatchObject({ extensions: { reason: 'resolve' } });
    const cut = await untilEnd(startRaw((socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await failureOf(outboundTo([cut]).request({ url: `http://site.example:${cut.port}/` }))).toMatchObject({
      extensions: { reason: 'connection' },
    });
  });
});
