import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates, type TestCertificates } from '../testing/certificates.ts';
import { TestCli } from '../testing/test-cli.ts';

let folder: string;
let certificates: TestCertificates;
const open: { close(): unknown; closeAllConnections(): void }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'network-'));
  certificates = makeCertificates(folder);
});
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ANSWER = JSON.stringify({ user: { authenticated: false }, warnings: [], resources: [] });

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function startHttps(): Promise<number> {
  const server = createHttpsServer({ key: certificates.key, cert: certificates.certificate }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(ANSWER);
  });
  return listen(server as unknown as Server);
}

/** A forward proxy that records requests, and resolves every name to this machine. */
async function startProxy(): Promise<{ url: string; passed: string[]; authorizations: (string | undefined)[] }> {
  const passed: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    passed.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers['proxy-authorization']);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(ANSWER);
  });
  server.on('connect', (request, socket) => {
    passed.push(`CONNECT ${request.url}`);
    authorizations.push(request.headers['proxy-authorization']);
    const upstream = connect(Number(new URL(`http://${request.url}`).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return { url: `http://user:pass@127.0.0.1:${await listen(server)}`, passed, authorizations };
}

describe('certificates', () => {
  it('that are untrusted are rejected with a remedy; trusting everything is impossible', async () => {
    const cli = await TestCli.create();
    const port = await startHttps();
    const { code, stderr } = await cli.run(['resources', '--server', `https://localhost:${port}`]);
    expect(code).toBe(3);
    expect(stderr).toContain('its certificate');
    expect(stderr).toContain('name its file with --ca-cert <file>');
    await cli.remove();
  });

  it('of an authority given by --ca-cert or the environment are trusted', async () => {
    const cli = await TestCli.create();
    const server = `https://localhost:${await startHttps()}`;
    expect((await cli.run(['resources', '--server', server, '--ca-cert', certificates.authorityFile])).code).toBe(0);
    expect((await cli.run(['resources', '--server', server], { env: { NEWSROOM_CA_CERT: certificates.authorityFile } })).code).toBe(0);
    const marked = join(cli.home, 'marked.pem');
    await writeFile(marked, `\ufeff${await readFile(certificates.authorityFile, 'utf8')}`);
    expect((await cli.run(['resources', '--server', server, '--ca-cert', marked])).code).toBe(0);
    await cli.remove();
  });

  it('for another name are rejected even then', async () => {
    const cli = await TestCli.create();
    const { code, stderr } = await cli.run([
      'resources',
      '--server',
      `https://127.0.0.1:${await startHttps()}`,
      '--ca-cert',
      certificates.authorityFile,
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain('its certificate is for another name');
    await cli.remove();
  });

  it('in an empty or missing file are reported', async () => {
    const cli = await TestCli.create();
    const file = join(folder, 'empty.pem');
    await writeFile(file, 'nothing');
    expect(await cli.run(['resources', '--server', 'https://localhost:1', '--ca-cert', file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('contains no PEM certificate') as string,
    });
    expect(await cli.run(['resources', '--server', 'https://localhost:1', '--ca-cert', '/no/such'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read') as string,
    });
    await cli.remove();
  });
});

describe('proxies', () => {
  it('carry HTTPS through a tunnel, so that they see neither token nor content', async () => {
    const cli = await TestCli.create();
    const proxy = await startProxy();
    const port = await startHttps();
    const env = {
      HTTPS_PROXY: proxy.url,
      NEWSROOM_SERVER_URL: `https://news.example:${port}`,
      NEWSROOM_CA_CERT: certificates.authorityFile,
      NEWSROOM_TOKEN: 'sekret',
    };
    const { code, stderr } = await cli.run(['resources', '--debug'], { env });
    expect(stderr).not.toContain('user:pass');
    expect(code).toBe(0);
    expect(proxy.passed).toEqual([`CONNECT news.example:${port}`]);
    expect(proxy.authorizations[0]).toMatch(/^Basic /);
    await cli.remove();
  });

  it('carry HTTP too', async () => {
    const cli = await TestCli.create();
    const proxy = await startProxy();
    expect((await cli.run(['resources'], { env: { http_proxy: proxy.url, NEWSROOM_SERVER_URL: 'http://news.example' } })).code).toBe(0);
    expect(proxy.passed).toEqual(['GET http://news.example/api/_resources']);
    await cli.remove();
  });

  it('are bypassed for hosts in NO_PROXY, and always for this machine', async () => {
    const cli = await TestCli.create();
    const proxy = await startProxy();
    const server = `https://localhost:${await startHttps()}`;
    expect(
      (
        await cli.run(['resources'], {
          env: { HTTPS_PROXY: proxy.url, NEWSROOM_SERVER_URL: server, NEWSROOM_CA_CERT: certificates.authorityFile },
        })
      ).code,
    ).toBe(0);
    const named = { HTTP_PROXY: proxy.url, NO_PROXY: 'news.invalid', NEWSROOM_SERVER_URL: 'http://news.invalid' };
    expect((await cli.run(['resources'], { env: named })).code).toBe(3);
    expect(proxy.passed).toEqual([]);
    await cli.remove();
  });
});

describe('an insecure connection', () => {
  it('causes a warning for plain http, or if certificates are not verified', async () => {
    const cli = await TestCli.create();
    const proxy = await startProxy();
    const plain = await cli.run(['resources'], { env: { http_proxy: proxy.url, NEWSROOM_SERVER_URL: 'http://news.example' } });
    expect(plain.stderr).toContain('http://news.example is plain http: anyone on the network can read the requests');
    const unchecked = await cli.run(['resources', '--server', 'https://localhost:1'], { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect(unchecked.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone on the network impersonate the server');
    await cli.remove();
  });
});

describe('a server that does not respond', () => {
  it('is aborted after --timeout', async () => {
    const cli = await TestCli.create();
    const port = await listen(createHttpServer(() => undefined));
    const { code, stderr } = await cli.run(['resources', '--server', `http://127.0.0.1:${port}`, '--timeout', '1']);
    expect(code).toBe(3);
    expect(stderr).toContain('did not respond within 1 seconds');
    await cli.remove();
  });

  it('is aborted if it starts to respond and stops', async () => {
    const cli = await TestCli.create();
    const port = await listen(
      createHttpServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
      }),
    );
    expect((await cli.run(['resources', '--server', `http://127.0.0.1:${port}`, '--timeout', '1'])).code).toBe(3);
    await cli.remove();
  });
});
