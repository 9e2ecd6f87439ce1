import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Recorded {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  json: Record<string, unknown>;
  /** Whether the client disconnected before the response was complete. */
  abandoned: boolean;
}

/** A vendor's response. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers?: Record<string, string>; bytes: Uint8Array | string; type: string }
  | { type: string; headers?: Record<string, string>; chunks: readonly (Uint8Array | string)[] };

/** The injected fault. */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; json?: unknown }
  | { kind: 'malformed' | 'cut-body' | 'cut-stream' | 'slow-drip' | 'silent' | 'huge' | 'drop' | 'wrong-type' }
  | { kind: 'redirect'; to: string };

export type Wire = (request: Recorded) => Reply;

/** A vendor on the loopback interface: implements one API, records its requests, and fails on demand. */
export class LoopbackVendor {
  readonly requests: Recorded[] = [];
  /** Applies to requests for which `faultFor` is true; all by default. */
  fault: Fault | undefined;
  faultFor: (request: Recorded) => boolean = () => true;
  /** The remaining number of requests to which the fault applies. */
  faultsLeft = Infinity;
  wire: Wire;
  #server: Server;

  private constructor(wire: Wire, server: Server) {
    this.wire = wire;
    this.#server = server;
  }

  static async start(wire: Wire): Promise<LoopbackVendor> {
    const server = createServer();
    const vendor = new LoopbackVendor(wire, server);
    server.on('request', (request, response) => void vendor.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get origin(): string {
    return this.url;
  }

  reset(): void {
    this.requests.length = 0;
    this.fault = undefined;
    this.faultFor = () => true;
    this.faultsLeft = Infinity;
  }

  connections(): Promise<number> {
    return new Promise((resolve) => this.#server.getConnections((_error, count) => resolve(count)));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const recorded: Recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      json: parse(body),
      abandoned: false,
    };
    response.on('close', () => {
      recorded.abandoned = !response.writableFinished;
    });
    this.requests.push(recorded);
    if (this.fault !== undefined && this.faultsLeft > 0 && this.faultFor(recorded)) {
      this.faultsLeft -= 1;
      return fail(this.fault, recorded, response, this.wire);
    }
    return answer(this.wire(recorded), response);
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function answer(reply: Reply, response: ServerResponse): void {
  if ('json' in reply) {
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.json));
  } else if ('bytes' in reply) {
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type, ...reply.headers });
    response.end(reply.bytes);
  } else {
    response.writeHead(200, { 'content-type': reply.type, ...reply.headers });
    for (const chunk of reply.chunks) response.write(chunk);
    response.end();
  }
}

function fail(fault: Fault, request: Recorded, response: ServerResponse, wire: Wire): void {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      // Vendors echo their input in errors; so does this one.
      response.end(JSON.stringify(fault.json ?? { error: { message: `refused: ${request.body} ${request.headers.authorization}` } }));
      break;
    case 'redirect':
      response.writeHead(307, { location: fault.to }).end();
      break;
    case 'malformed':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [');
      break;
    case 'wrong-type':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in to the network</body></html>');
      break;
    case 'drop':
      response.destroy();
      break;
    case 'silent':
      break;
    case 'huge':
      sendHuge(response);
      break;
    default:
      sendPart(fault.kind, wire(request), response);
  }
}

function sendPart(kind: 'cut-body' | 'cut-stream' | 'slow-drip', reply: Reply, response: ServerResponse): void {
  const chunks = 'chunks' in reply ? reply.chunks : ['json' in reply ? JSON.stringify(reply.json) : reply.bytes];
  response.writeHead(200, { 'content-type': 'type' in reply ? reply.type : 'application/json' });
  const first = chunks[0] ?? '';
  response.write(kind === 'cut-body' || chunks.length === 1 ? first.slice(0, Math.ceil(first.length / 2)) : first, () => {
    if (kind !== 'slow-drip') setTimeout(() => response.destroy(), 20);
  });
}

/** Sends 300 MB, as long as the client reads. */
function sendHuge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const block = Buffer.alloc(1024 * 1024, ' ');
  let remaining = 300;
  const sendMore = (): void => {
    while (remaining > 0 && !response.destroyed) {
      remaining -= 1;
      if (!response.write(block)) {
        response.once('drain', sendMore);
        return;
      }
    }
    response.end();
  };
  sendMore();
}
