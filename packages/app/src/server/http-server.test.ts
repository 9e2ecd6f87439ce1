import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

const HEADERS = { 'X-Content-Type-Options': 'nosniff' };

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

describe('the HTTP server', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const answer = async (request: Request): Promise<Response> => {
      if (new URL(request.url).pathname === '/slow') await new Promise((done) => setTimeout(done, 900));
      if (new URL(request.url).pathname === '/host') return new Response(request.headers.get('host'));
      return new Response(await request.text());
    };
    server = createHttpServer(answer, { headers: HEADERS, headersTimeout: 400, checkInterval: 100 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  async function open(): Promise<{ socket: Socket; closed: Promise<string> }> {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('error', () => undefined);
    const closed = new Promise<string>((done) => socket.once('close', () => done(received)));
    await once(socket, 'connect');
    return { socket, closed };
  }
  async function send(text: string): Promise<RawAnswer> {
    const { socket, closed } = await open();
    socket.write(text);
    const [head = '', body = ''] = (await closed).split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    return { status: Number(first.split(' ')[1]), headers, body };
  }

  it('uses the host of an absolute request target instead of the header', async () => {
    const { status, body } = await send('GET http://b.example/host HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n');
    expect([status, body.includes('b.example'), body.includes('a.example')]).toEqual([200, true, false]);
  });

  it.each<[string, number, string, string]>([
    ['data that is not HTTP', 400, 'malformed_request', 'nonsense\r\n\r\n'],
    ['an unknown method', 400, 'malformed_request', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a request without a host', 400, 'malformed_request', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an invalid host', 400, 'malformed_request', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['two Host headers', 400, 'malformed_request', 'GET / HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\nConnection: close\r\n\r\n'],
    ['two lengths', 400, 'malformed_request', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      400,
      'malformed_request',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers of 100 KB', 431, 'headers_too_large', `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'an expectation',
      417,
      'expectation_failed',
      'POST /a?secret=1 HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nContent-Length: 0\r\n\r\n',
    ],
    ['a tunnel', 405, 'method_not_allowed', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['endless headers', 408, 'request_timeout', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('rejects %s with %i and a problem document', async (_what, status, code, text) => {
    const response = await send(text);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const problem = JSON.parse(response.body) as Record<string, unknown>;
    expect(problem).toMatchObject({ status, code, type: `urn:colophon:problem:${code}`, requestId: response.headers.get('x-request-id') });
    expect(response.body).not.toContain('secret');
    if (status === 405) expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('closes a silent connection without a response', async () => {
    const { closed } = await open();
    expect(await closed).toBe('');
  });

  it('keeps a connection for longer than clients and proxies do', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${port}/`);
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });

  it('closes an idle kept-alive connection', async () => {
    server.keepAliveTimeout = 300;
    const { socket, closed } = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await closed).toMatch(/^HTTP\/1\.1 200/);
    server.keepAliveTimeout = 75_000;
  });

  it('waits for a response that takes longer than the header timeout', async () => {
    expect((await send('GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).status).toBe(200);
  });

  it('supports Expect: 100-continue, and reads the body after it', async () => {
    const { socket, closed } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n');
    await once(socket, 'data');
    socket.write('hello');
    expect(await closed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200[\s\S]*hello$/);
  });

  it('responds to several requests on a connection, each with its headers', async () => {
    for (let each = 0; each < 3; each += 1) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: `${each}` });
      expect([response.headers.get('x-content-type-options'), await response.text()]).toEqual(['nosniff', `${each}`]);
    }
  });
});
