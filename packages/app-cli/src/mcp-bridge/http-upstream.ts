import type { Client as McpClient } from '@modelcontextprotocol/client';
import { isPlainObject } from '@colophon/contract';
import { PACKAGE_VERSION } from '../app/version.ts';
import type { ListedTool, ToolResult } from './rest-tools.ts';
import type { SessionSource } from './session-source.ts';
import type { Upstream } from './upstream.ts';

/**
 * The application's Streamable HTTP endpoint, in any protocol version. Requests use this client's own transport, so that
 * redirects, limits, proxies and the binding of the token work as everywhere else.
 */
export function createHttpUpstream(source: SessionSource, mcpPath: string): Upstream {
  let connected: Promise<McpClient> | undefined;
  const client = (): Promise<McpClient> => {
    connected ??= connect(source, mcpPath).catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };
  /** A restarted server has lost sessions of older protocol versions, so a failed connection is replaced by a new one for the next call. */
  const use = async <Result>(work: (connectedClient: McpClient) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await client());
    } catch (error) {
      connected = undefined;
      throw error;
    }
  };
  return {
    listTools: (signal) =>
      use(async (connectedClient) => {
        // The SDK reports this on standard output, which carries only JSON-RPC here.
        if (connectedClient.getServerCapabilities()?.tools === undefined) return { tools: [], unusable: 0 };
        const { tools } = await connectedClient.listTools(undefined, { signal, cacheMode: 'refresh' });
        return { tools: tools as readonly ListedTool[], unusable: 0 };
      }),
    callTool: (name, input, signal) =>
      use(
        async (connectedClient) => (await connectedClient.callTool({ name, arguments: { ...input } }, { signal })) as unknown as ToolResult,
      ),
    async close() {
      await (await connected)?.close();
    },
  };
}

async function connect(source: SessionSource, mcpPath: string): Promise<McpClient> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'colophon-app-cli', version: PACKAGE_VERSION }, { versionNegotiation: { mode: 'auto' } });
  const { client: server } = await source.session();
  const transport = new StreamableHTTPClientTransport(server.url(mcpPath), {
    fetch: (_url, init) => fetchThrough(source, mcpPath, init),
    requestInit: { redirect: 'error' },
  });
  await client.connect(transport);
  return client;
}

async function fetchThrough(source: SessionSource, mcpPath: string, init: RequestInit | undefined): Promise<Response> {
  const method = init?.method ?? 'GET';
  // The stream of server-initiated messages never ends, and contains nothing that the bridge forwards.
  if (method === 'GET') return new Response(null, { status: 405 });
  const session = await source.session();
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  const headers: Record<string, string> = {};
  new Headers(init?.headers).forEach((value, name) => {
    if (name === 'accept' || name.startsWith('mcp-')) headers[name] = value;
  });
  const response = await session.client.request({
    method,
    path: mcpPath,
    headers,
    token: await session.token(),
    retries: 0,
    anyStatus: true,
    ...(isPlainObject(body) || Array.isArray(body) ? { json: body } : {}),
    ...(init?.signal && { signal: init.signal }),
  });
  if (response.status === 401) source.forget();
  const hasBody = response.status !== 204 && response.status !== 202 && response.status !== 304;
  return new Response(hasBody ? response.body : null, { status: response.status, headers: safeHeaders(response.headers) });
}

function safeHeaders(headers: ReadonlyMap<string, string>): Headers {
  const safe = new Headers();
  for (const name of ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'www-authenticate', 'retry-after']) {
    const value = headers.get(name);
    if (value !== undefined) safe.set(name, value);
  }
  return safe;
}
