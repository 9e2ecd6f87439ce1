import { createClient } from '@colophon/client';
import { beginEpoch, CONTENT_COLLECTIONS, contentRoutes } from '@colophon/content';
import { applyMigrations, AuditEntries, openDatabase, type Caller, operationTable, type Role, UnauthenticatedError } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { restRoutes } from '@colophon/core/rest';
import { TagAliases, Tags } from '@colophon/tags';
import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { ColophonClient } from '../../src/state/client-port.ts';
import type { ContentRecord } from '../../src/state/records.ts';

/** What befalls the way between an editor and the server. */
export type Fault = 'network' | 'answer' | 'server' | 'session';

/** The way of one editor to the server. */
export interface Line {
  readonly client: ColophonClient;
  /** What befalls every request from now on; null is well again. */
  fault: Fault | null;
  /** Whether nothing is under way. */
  idle(): boolean;
  /** How many requests were sent. */
  sent(): number;
}

/** Content's own server on loopback. */
export interface ContentServer {
  connect(who: string): Line;
  /** The role of everybody whose name is not `admin`; an editor unless set. */
  readonly roles: Map<string, Role>;
  /** Saves as a program does, without knowing of a draft. */
  patch(id: string, fields: object): Promise<ContentRecord>;
  /** Begins the draft of a piece anew. */
  beginAnew(id: string): Promise<void>;
  read(id: string): Promise<ContentRecord>;
  /** As many pieces as there are. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts content's own server over a database in memory; whoever has a token `name` is an editor of that name, or an admin. */
export async function startContentServer(): Promise<ContentServer> {
  const table = operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, AuditEntries, Jobs]);
  const database = await openDatabase('sqlite::memory:');
  await applyMigrations(database, table.schema);
  const roles = new Map<string, Role>();
  const authenticate = (request: Request): Caller => {
    const name = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    if (name === 'over') throw new UnauthenticatedError('The session is over.', true);
    return { kind: 'user', id: name, name, tenantId: null, role: name === 'admin' ? 'admin' : (roles.get(name) ?? 'editor') };
  };
  const routes = restRoutes({ table, database, authenticate });
  // In an application they are among its pages.
  const streams = contentRoutes({ table, database, authenticate, baseUrl: '' }).filter(({ path }) => path === '/contents/:id/draft/events');
  const fetchRoute = async (request: Request): Promise<Response> => {
    const [, id] = /^\/contents\/([^/]+)\/draft\/events$/.exec(new URL(request.url).pathname) ?? [];
    const [stream] = streams;
    return id !== undefined && stream
      ? ((await stream.handle(request, { id })) ?? new Response(null, { status: 404 }))
      : routes.fetch(request);
  };
  const server = serve({ fetch: (request: Request) => fetchRoute(withoutPrefix(request)), port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = (who: string): Line => connectTo(baseUrl, who);
  const { client } = connect('desk');
  const read = (path: string, params: object): Promise<unknown> =>
    client.request('get' as never, path as never, ...([{ params }] as never)).then(({ value }) => value);
  return {
    connect,
    roles,
    beginAnew: async (id) => void (await beginEpoch(database, id)),
    patch: async (id, fields) => {
      const params = { path: { id } };
      return (await client.request('patch' as never, '/contents/{id}' as never, ...([{ params, body: fields }] as never)))
        .value as ContentRecord;
    },
    read: async (id) => (await read('/contents/{id}', { path: { id } })) as ContentRecord,
    count: async () => ((await read('/contents', { query: { limit: 1, count: 'exact' } })) as { count: number }).count,
    async stop() {
      server.close();
      (server as { closeAllConnections?: () => void }).closeAllConnections?.();
      await database.close();
    },
  };
}

/** Also while a test stops the clock. */
const setLater = globalThis.setTimeout;

function connectTo(baseUrl: string, who: string): Line {
  const waits = { now: 0, ever: 0 };
  let fault: Fault | null = null;
  const cuts = new Set<AbortController>();
  const line: { -readonly [Member in keyof Line]: Line[Member] } = {
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
      if (next !== null && next !== 'session') for (const cut of cuts) cut.abort();
    },
    client: undefined as never,
    idle: () => waits.now === 0,
    sent: () => waits.ever,
  };
  const client = createClient({
    baseUrl,
    token: () => (line.fault === 'session' ? 'over' : who),
    clock: { now: () => Date.now(), sleep: () => new Promise((resolve) => setLater(resolve, 10)) },
    async fetch(request) {
      if (line.fault === 'network') throw new TypeError('fetch failed');
      if (request.headers.get('accept') === 'text/event-stream') return follow(request, cuts);
      if (line.fault === 'server') return Response.json({ code: 'unavailable', detail: 'It is restarting.' }, { status: 503 });
      const response = await fetch(request);
      if (line.fault !== 'answer') return response;
      await response.arrayBuffer();
      throw new TypeError('terminated');
    },
  }) as unknown as ColophonClient;
  line.client = {
    events: (path, options) => client.events(path, options as never),
    async request(method: never, path: never, ...options: never) {
      waits.now += 1;
      waits.ever += 1;
      try {
        return await client.request(method, path, ...options);
      } finally {
        // Whoever asked has its answer first.
        setImmediate(() => (waits.now -= 1));
      }
    },
  };
  return line;
}

/** A stream breaks with the way that it goes. */
async function follow(request: Request, cuts: Set<AbortController>): Promise<Response> {
  const cut = new AbortController();
  cuts.add(cut);
  return fetch(new Request(request, { signal: AbortSignal.any([request.signal, cut.signal]) }));
}

function withoutPrefix(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/api\/v1/, '');
  return new Request(url, request);
}
