import { createDiscoveryArtifact, DISCOVERY_PATH, type DiscoveryPayload } from '@colophon/contract';
import { FakeArticles } from './fake-articles.ts';
import { FAKE_PAYLOAD } from './fake-catalog.ts';
import { FakeGrant, bearerOf, unauthorized } from './fake-grant.ts';
import { problem, startHttp, type FakeAnswer, type FakeHandler, type FakeHttpServer, type SeenRequest } from './fake-http.ts';
import { FakeMcp } from './fake-mcp.ts';

/** A small newsroom with the real API: device grant, discovery with a real artifact, CRUD, MCP tools. */
export interface FakeServer extends FakeHttpServer {
  readonly grant: FakeGrant;
  readonly articles: FakeArticles;
  readonly mcp: FakeMcp;
  /** The discovery payload for a signed-in user, which tests may replace. */
  payload: DiscoveryPayload;
  /** Handles requests first; undefined passes them to the newsroom. */
  override: FakeHandler;
}

/** Starts a fake newsroom on loopback. */
export async function startFakeServer(): Promise<FakeServer> {
  const parts = { articles: new FakeArticles(), mcp: new FakeMcp(), payload: FAKE_PAYLOAD, override: (() => undefined) as FakeHandler };
  const handler: FakeHandler = async (request, response) => {
    const overridden = await server.override(request, response);
    if (overridden !== undefined || response.writableEnded || response.destroyed) return overridden;
    return answer(server, request);
  };
  const http = await startHttp(handler);
  const server: FakeServer = Object.assign(http, parts, { grant: new FakeGrant(http.url) });
  return server;
}

async function answer(server: FakeServer, request: SeenRequest): Promise<FakeAnswer> {
  const granted = server.grant.handle(request);
  if (granted !== undefined) return granted;
  const token = bearerOf(request);
  if (token !== undefined && !server.grant.tokens.has(token)) return unauthorized();
  if (request.path === DISCOVERY_PATH) return discovery(server, request, token !== undefined);
  if (request.path === '/healthz') return { status: 200, json: { status: 'live', signedIn: token !== undefined } };
  if (token === undefined) return unauthorized();
  return server.articles.handle(request) ?? server.mcp.handle(request) ?? problem(404, 'not_found', 'There is nothing here');
}

async function discovery(server: FakeServer, request: SeenRequest, signedIn: boolean): Promise<FakeAnswer> {
  const payload: DiscoveryPayload = signedIn ? server.payload : { user: { authenticated: false }, warnings: [], resources: [] };
  const artifact = await createDiscoveryArtifact(payload);
  const etag = `"${artifact.integrity.digest}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization' };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers };
  return { status: 200, json: { ...artifact.discovery, artifact }, headers };
}
