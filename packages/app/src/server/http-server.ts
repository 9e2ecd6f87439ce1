import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { ColophonError } from '@colophon/core';
import { problemOf, problemResponse } from '@colophon/core/rest';
import { getRequestListener } from '@hono/node-server';
import type { AnswerHead } from './security-headers.ts';
import { sendTogether } from './send-together.ts';

export interface HttpServerOptions {
  /** Set on every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that depend on the response, by lower-case name; they replace its own. */
  readonly headersOf?: (answer: AnswerHead) => Readonly<Record<string, string>>;
  /** Milliseconds within which a connection must have sent the request headers. Default: 15,000. */
  readonly headersTimeout?: number;
  /** How often connections are checked, in milliseconds. Default: 5,000. */
  readonly checkInterval?: number;
}

/** Several forms of 60 MB over one slow line take minutes; a sender who is silent meanwhile is cut off much earlier. */
const REQUEST_MS = 900_000;
/**
 * Longer than clients and proxies keep a connection: one that is closed while a large form begins to arrive on it loses the form, and
 * no client sends a form again by itself.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * An HTTP server around a fetch handler. Requests that Node itself would reject with an empty response (headers that are malformed or too
 * large, an expectation, a CONNECT) are rejected with a problem document, and idle connections are closed.
 */
export function createHttpServer(
  fetch: (request: Request) => Response | Promise<Response>,
  { headers, headersOf = () => ({}), headersTimeout = 15_000, checkInterval = 5_000 }: HttpServerOptions,
): Server {
  const ownHeaders = Object.entries(headers);
  const WithHeaders = responseWith(headers, headersOf);
  const answering = new WeakMap<Duplex, ServerResponse>();
  const answer = getRequestListener(sendTogether(fetch) as Parameters<typeof getRequestListener>[0], {
    errorHandler: (error) => problemResponse(malformed((error as Error).message), { instance: '/', requestId: randomUUID() }),
  });
  const options = {
    ServerResponse: WithHeaders,
    requireHostHeader: false,
    headersTimeout,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: checkInterval,
  };
  const server = createServer(options, (request, response) => {
    answering.set(request.socket, response);
    if (namesOneHost(request)) void answer(request, response);
    else refuse(response, malformed('it has two Host headers'), { instance: pathOf(request), headers: ownHeaders });
  });
  server.on('checkExpectation', (request, response) => {
    const error = new ColophonError(417, 'expectation_failed', 'Only Expect: 100-continue is supported.');
    refuse(response, error, { instance: pathOf(request), headers: ownHeaders });
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new ColophonError(405, 'method_not_allowed', 'This server is not a proxy.', { headers: { Allow: 'GET, HEAD, POST' } });
    endWith(socket, error, ownHeaders);
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { bytesParsed?: number }, socket) => {
    const response = answering.get(socket);
    // A started response cannot be replaced; a client that sent nothing, or is gone, needs none.
    const begun = response !== undefined && response.headersSent && !response.writableEnded;
    if (begun || !socket.writable || error.code === 'ECONNRESET' || isSilent(socket)) socket.destroy();
    else endWith(socket, clientFault(error), ownHeaders);
  });
  return server;
}

/**
 * Adds these headers to a response, unless it has them itself. They are passed to `writeHead` together with the response's own: headers set
 * before would be validated and copied by Node once more.
 */
function responseWith(ownHeaders: Readonly<Record<string, string>>, headersOf: NonNullable<HttpServerOptions['headersOf']>) {
  const names = Object.keys(ownHeaders).map((name) => [name, name.toLowerCase()] as const);
  return class extends ServerResponse {
    override writeHead(status: number, ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined)[]): this {
      const own = rest.find((each) => typeof each === 'object') ?? {};
      if (Array.isArray(own)) throw new TypeError('Headers must be passed by name.');
      const message = rest.find((each) => typeof each === 'string');
      const missing = names.filter(([name, lower]) => !(name in own || lower in own || this.hasHeader(lower)));
      const spelt = new Map(Object.keys(own).map((name) => [name.toLowerCase(), name]));
      const header = (name: string): string | undefined => (own[spelt.get(name) ?? name] ?? this.getHeader(name))?.toString();
      const headers: OutgoingHttpHeaders = { ...own };
      for (const [name, value] of Object.entries(headersOf({ isAuthenticated: hasCredentials(this.req), header })))
        headers[spelt.get(name) ?? name] = value;
      for (const [name] of missing) headers[name] = ownHeaders[name];
      return message === undefined ? super.writeHead(status, headers) : super.writeHead(status, message, headers);
    }
  };
}

/** Whether a request has a bearer token or the cookie of a session, valid or not. */
function hasCredentials({ headers: { authorization, cookie } }: IncomingMessage): boolean {
  return authorization !== undefined || (cookie?.includes('colophon_session=') ?? false);
}

type HeaderEntries = readonly (readonly [string, string])[];

/**
 * Whether a request has at most one host, since the tenant depends on it. An absolute address as the request target takes precedence over
 * the header (RFC 9112, section 3.2.2), and is copied to it.
 */
function namesOneHost(request: IncomingMessage): boolean {
  const { rawHeaders, url = '/' } = request;
  let hostIndex = -1;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (hostIndex !== -1) return false;
    hostIndex = index + 1;
  }
  if (hostIndex !== -1 && !url.startsWith('/') && URL.canParse(url)) rawHeaders[hostIndex] = request.headers.host = new URL(url).host;
  return true;
}

function refuse(response: ServerResponse, error: ColophonError, { instance, headers }: { instance: string; headers: HeaderEntries }): void {
  const answer = problemAnswer(error, instance, headers);
  response.writeHead(error.status, answer.headers);
  response.end(answer.body);
}

/** Responds on the bare connection, if Node could not parse the request, and closes it. */
function endWith(socket: Duplex, error: ColophonError, ownHeaders: HeaderEntries): void {
  const { headers, body } = problemAnswer(error, '/', ownHeaders);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}\r\n${lines.join('')}\r\n${body}`);
  // A client that keeps sending is not waited for.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function problemAnswer(
  error: ColophonError,
  instance: string,
  ownHeaders: HeaderEntries,
): { headers: Record<string, string>; body: string } {
  const context = { instance, requestId: randomUUID() };
  const body = JSON.stringify(problemOf(error, context));
  const headers = problemResponse(error, context).headers;
  for (const [name, value] of ownHeaders) headers.set(name, value);
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  headers.set('Connection', 'close');
  return { headers: Object.fromEntries(headers), body };
}

function clientFault({ code }: NodeJS.ErrnoException): ColophonError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ColophonError(431, 'headers_too_large', 'The request line and headers are larger than 16 KB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ColophonError(413, 'too_large', 'The extensions of a chunk are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ColophonError(408, 'request_timeout', 'The request took too long to arrive.', { retryable: true });
    default:
      return malformed('it cannot be parsed');
  }
}

function malformed(fault: string): ColophonError {
  return new ColophonError(400, 'malformed_request', `This is not a valid HTTP request: ${fault}.`);
}

function isSilent(socket: Duplex & { bytesRead?: number }): boolean {
  return socket.bytesRead === 0;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}
