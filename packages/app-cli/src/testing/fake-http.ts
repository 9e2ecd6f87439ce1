import type { ProblemDetails } from '@colophon/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by a fake server. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly json: unknown;
}

/** A response of a fake server. */
export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string;
}

export type FakeHandler = (request: SeenRequest, response: ServerResponse) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>;

/** A server on loopback that records its requests. */
export interface FakeHttpServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port. A handler that returns nothing has responded itself. */
export async function startHttp(handler: FakeHandler): Promise<FakeHttpServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void answer(incoming, response, handler, seen);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An error response as in the real API. */
export function problem(status: number, code: string, detail: string, more: Partial<ProblemDetails> = {}): FakeAnswer {
  const json = { type: 'about:blank', title: code, status, detail, instance: '/', code, requestId: 'req-1', ...more };
  return { status, json, headers: { 'content-type': 'application/problem+json' } };
}

async function answer(incoming: IncomingMessage, response: ServerResponse, handler: FakeHandler, seen: SeenRequest[]): Promise<void> {
  const request = await read(incoming);
  seen.push(request);
  try {
    const result = await handler(request, response);
    if (result === undefined) return;
    const body = result.text ?? (result.json === undefined ? '' : JSON.stringify(result.json));
    response.writeHead(result.status, { 'content-type': 'application/json', ...result.headers });
    response.end(result.status === 304 || result.status === 204 ? undefined : body);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end(String(error));
  }
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  const url = new URL(incoming.url ?? '/', 'http://fake');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { method: incoming.method ?? '', path: url.pathname, query: url.searchParams, headers: incoming.headers, text, json };
}
