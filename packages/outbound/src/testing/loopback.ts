import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A server on loopback that counts its requests. */
export interface Loopback {
  readonly port: number;
  readonly origin: string;
  /** The number of accepted connections. */
  connections: number;
  /** Lines such as `GET /path`, for the servers that speak HTTP. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** @param host address to listen on: all of 127.0.0.0/8 is loopback */
export async function startSite(handle: RequestListener, host = '127.0.0.1'): Promise<Loopback> {
  return listen(createHttpServer(), 'http', host, handle);
}

/** Serves over TLS as `site.example` and its subdomains; `SITE_CERTIFICATE` is to be trusted. */
export async function startSecureSite(handle: RequestListener): Promise<Loopback> {
  return listen(createHttpsServer({ key: fixture('site.key.pem'), cert: SITE_CERTIFICATE }), 'https', '127.0.0.1', handle);
}

export const SITE_CERTIFICATE = fixture('site.cert.pem');

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
}

/** Passes every raw connection to `handle`, for responses that no HTTP library would send. */
export async function startRaw(handle: (socket: Socket) => void): Promise<Loopback> {
  return listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      handle(socket);
    }),
    'http',
    '127.0.0.1',
  );
}

/** Sends these exact bytes in response to every request, and closes the connection. */
export async function startAnswering(answer: string | Uint8Array): Promise<Loopback> {
  return startRaw((socket) => socket.once('data', () => socket.end(answer)));
}

async function listen(server: HttpServer | Server, scheme: string, host: string, handle?: RequestListener): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  server.on('connection', (socket: Socket) => {
    loopback.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  if (handle) {
    server.on('request', (request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1]) => {
      requests.push(`${request.method} ${request.url}`);
      handle(request, response as Parameters<RequestListener>[1]);
    });
  }
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const loopback: Loopback = {
    port,
    origin: `${scheme}://${host}:${port}`,
    connections: 0,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return loopback;
}
