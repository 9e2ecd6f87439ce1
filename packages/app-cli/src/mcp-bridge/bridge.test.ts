import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from '../testing/fake-server.ts';
import { HOSTILE_TEXT, UNSAFE_OUTPUT } from '../testing/hostile.ts';
import { executablePath, spawnCli, spawnProgram } from '../testing/spawn-cli.ts';
import { bearerOf } from '../testing/fake-grant.ts';
import type { SeenRequest } from '../testing/fake-http.ts';

let server: FakeServer;
let home: string;

beforeEach(async () => {
  server = await startFakeServer();
  home = await mkdtemp(join(tmpdir(), 'bridge-'));
});
afterEach(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

/** Returns every text in a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The script of MCP Inspector, if it is installed. */
const INSPECTOR = process.env['MCP_INSPECTOR'];

const ARGUMENTS = ['--env-prefix=NEWSROOM'];

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    NEWSROOM_SERVER_URL: server.url,
    NEWSROOM_TOKEN: server.grant.issueToken('token'),
    ...more,
  };
}

function started(
  args: readonly string[] = ARGUMENTS,
  env = environment(),
): { command: string; args: string[]; env: Record<string, string>; stderr: 'ignore' } {
  return { command: process.execPath, args: [executablePath('colophon-mcp-bridge'), ...args], env, stderr: 'ignore' };
}

/** The common features of both generations of the official client. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; annotations?: unknown }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function legacy(args?: readonly string[], env?: Record<string, string>): Promise<AnyClient> {
  const client = new LegacyClient({ name: 'test', version: '1.0.0' });
  await client.connect(new LegacyStdio(started(args, env)));
  return client as AnyClient;
}

async function modern(
  mode: 'legacy' | 'auto' | { pin: string },
  args?: readonly string[],
  env?: Record<string, string>,
): Promise<AnyClient> {
  const client = new ModernClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new ModernStdio(started(args, env)));
  return client as unknown as AnyClient;
}

const peers: readonly (readonly [string, (args?: readonly string[], env?: Record<string, string>) => Promise<AnyClient>])[] = [
  ['the official client of the first generation', legacy],
  ['the official client of the second generation, in its old ways', (args, env) => modern('legacy', args, env)],
  ['the official client of the second generation, choosing for itself', (args, env) => modern('auto', args, env)],
  ['the official client of the second generation, pinned to 2026-07-28', (args, env) => modern({ pin: '2026-07-28' }, args, env)],
];

describe.each(peers)('the bridge, used by %s', (_who, connect) => {
  it('lists and calls the tools of the application over its two REST paths', async () => {
    const client = await connect();
    try {
      const { tools } = await client.listTools();
      expect(tools).toMatchObject([
        { name: 'article_get', inputSchema: { type: 'object', required: ['id'] }, annotations: { readOnlyHint: true } },
        { name: 'article_fail' },
      ]);
      expect(await client.callTool({ name: 'article_get', arguments: { id: 'a1' } })).toMatchObject({
        content: [{ type: 'text', text: 'article {"id":"a1"}' }],
      });
      expect(await client.callTool({ name: 'article_fail', arguments: {} })).toMatchObject({
        isError: true,
        content: [{ text: 'It did not work' }],
      });
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    } finally {
      await client.close();
    }
    expect(server.seen.filter(({ path }) => path.startsWith('/api/mcp/')).every((request) => server.grant.isAlive(request))).toBe(true);
  });

  it('sanitizes names and texts, calls a tool by its original name, and ignores tools without a name', async () => {
    const dirty = 'read\u202e\u001b[31m';
    server.mcp.tools.push({
      name: dirty,
      description: HOSTILE_TEXT,
      inputSchema: { type: 'object', properties: { id: { type: 'string', description: HOSTILE_TEXT } } },
      title: HOSTILE_TEXT,
    });
    const nameless = [{ description: 'none' }, { name: 7 }, { name: '' }, { name: '\u202e' }, null, { name: 'read[31m' }];
    const called: unknown[] = [];
    server.override = ({ path, json }) => {
      if (path === '/api/mcp/tools') return { status: 200, json: { tools: [...server.mcp.tools, ...nameless] } };
      if (path !== '/api/mcp/call') return undefined;
      called.push(json);
      return { status: 200, json: { content: [{ type: 'text', text: HOSTILE_TEXT }] } };
    };
    const client = await connect();
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['article_get', 'article_fail', 'read[31m']);
      const result = await client.callTool({ name: 'read[31m', arguments: {} });
      const shown = [...tools, result].flatMap(textsOf);
      expect(shown.length).toBeGreaterThan(8);
      expect(shown.filter((text) => UNSAFE_OUTPUT.test(text))).toEqual([]);
      expect(called).toEqual([{ name: dirty, arguments: {} }]);
    } finally {
      await client.close();
    }
  });

  it('omits malformed tools and parts of results alone, which clients reject with everything else', async () => {
    const inputSchema = { type: 'object' };
    const malformed = [
      { name: 'annotated', inputSchema, annotations: 5 },
      { name: 'titled', inputSchema, title: 7 },
      { name: 'scheming', inputSchema: { type: 'object', properties: 5 } },
      { name: 'demanding', inputSchema: { type: 'object', required: 'x' } },
      { name: 'pictured', inputSchema, icons: 'x' },
      { name: 'noted', inputSchema, _meta: 'x' },
      { name: 'promising', inputSchema, outputSchema: 5 },
    ];
    const unusual = [
      { name: 'with nulls', inputSchema, title: null, description: null, annotations: null, outputSchema: null, _meta: null },
      { name: 'x'.repeat(500), inputSchema: null },
    ];
    const content = [{ type: 'text', text: 'Good', annotations: null }, { type: 'video', data: 'x' }, { type: 'text' }, null];
    server.override = ({ path }) => {
      if (path === '/api/mcp/tools') return { status: 200, json: { tools: [...server.mcp.tools, ...malformed, ...unusual] } };
      return path === '/api/mcp/call' ? { status: 200, json: { content, isError: null, structuredContent: null } } : undefined;
    };
    const client = await connect();
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['article_get', 'article_fail', 'with_nulls', 'x'.repeat(128)]);
      const result = await client.callTool({ name: 'with_nulls', arguments: {} });
      expect((result as { content: { text: string }[] }).content.map(({ text }) => text)).toEqual([
        'Good',
        '(a part of the type video that cannot be shown)',
        '(a part of the type text that cannot be shown)',
        '(a part that cannot be shown)',
      ]);
    } finally {
      await client.close();
    }
  });

  it.each([
    ['an object', { total: 3 }, { content: [{ type: 'text', text: '{\n  "total": 3\n}' }], structuredContent: { total: 3 } }],
    ['a text', 'done', { content: [{ type: 'text', text: 'done' }] }],
    [
      'an envelope of JSON-RPC',
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'Hi' }] } },
      { content: [{ text: 'Hi' }] },
    ],
    ['an error of JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'No' } }, { isError: true }],
    ['parts that are texts, and odd members', { content: ['one'], structuredContent: 'x' }, { content: [{ type: 'text', text: 'one' }] }],
  ])('hands on an answer in another form than MCP: %s', async (_what, json, expected) => {
    server.override = ({ path }) => (path === '/api/mcp/call' ? { status: 200, json } : undefined);
    const client = await connect();
    try {
      expect(await client.callTool({ name: 'article_get', arguments: { id: 'a' } })).toMatchObject(expected);
    } finally {
      await client.close();
    }
  });

  it('does the same over Streamable HTTP if its path is configured', async () => {
    const authorizations: (string | undefined)[] = [];
    const create = (): Server => {
      const upstream = new Server({ name: 'newsroom', version: '1.0.0' }, { capabilities: { tools: {} } });
      upstream.setRequestHandler('tools/list', () => ({ tools: [{ name: 'article_get', inputSchema: { type: 'object' as const } }] }));
      upstream.setRequestHandler('tools/call', ({ params }) => ({
        content: [{ type: 'text' as const, text: `over HTTP ${params.name}` }],
      }));
      return upstream;
    };
    answerMcp(create, (request) => authorizations.push(bearerOf(request)));
    const env = environment();
    const client = await connect([...ARGUMENTS, '--mcp-path=/api/mcp'], env);
    try {
      expect((await client.listTools()).tools).toMatchObject([{ name: 'article_get' }]);
      expect(await client.callTool({ name: 'article_get', arguments: {} })).toMatchObject({ content: [{ text: 'over HTTP article_get' }] });
    } finally {
      await client.close();
    }
    expect(new Set(authorizations)).toEqual(new Set([env['NEWSROOM_TOKEN']]));
  });
});

/** Responds to requests of `/api/mcp` with an MCP server. */
function answerMcp(create: () => Server, onRequest: (request: SeenRequest) => void = () => undefined): void {
  const handler = createMcpHandler(create);
  server.override = async (request) => {
    if (request.path !== '/api/mcp') return undefined;
    onRequest(request);
    const headers = Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const init = { method: request.method, headers, ...(request.text !== '' && { body: request.text }) };
    const response = await handler.fetch(new Request(`${server.url}/api/mcp`, init));
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
}

describe('the bridge', () => {
  it('lists and calls public tools anonymously, and tells the model how to sign in for others', async () => {
    server.override = (request) => (request.path === '/api/mcp/tools' ? server.mcp.handle(request) : undefined);
    const client = await legacy(ARGUMENTS, environment({ NEWSROOM_TOKEN: '' }));
    expect((await client.listTools()).tools).toHaveLength(2);
    const result = await client.callTool({ name: 'article_get', arguments: {} });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Nobody is signed in: run') as string }] });
    await client.close();
  });

  it('uses the login of its prefix, and picks up a new one at run time', async () => {
    const folder = join(home, '.config', 'newsroom');
    await mkdir(folder, { recursive: true });
    const keep = (token: string): Promise<void> =>
      writeFile(
        join(folder, 'config.json'),
        JSON.stringify({ credentials: { [server.url]: { issuer: server.url, token, expiresAt: null } } }),
        { mode: 0o600 },
      );
    await keep('dead');
    const client = await legacy(ARGUMENTS, environment({ NEWSROOM_TOKEN: '' }));
    expect(await client.callTool({ name: 'article_get', arguments: {} })).toMatchObject({ isError: true });
    await keep(server.grant.issueToken());
    expect(await client.callTool({ name: 'article_get', arguments: {} })).toMatchObject({ content: [{ text: 'article {}' }] });
    await client.close();
  });

  it('survives a restart of the server in the middle of a session', async () => {
    const client = await legacy();
    await client.listTools();
    server.override = (_request, response) => {
      response.destroy();
      return undefined;
    };
    expect(await client.callTool({ name: 'article_get', arguments: {} })).toMatchObject({ isError: true });
    server.override = () => undefined;
    expect(await client.callTool({ name: 'article_get', arguments: {} })).not.toHaveProperty('isError');
    await client.close();
  });

  it('announces a changed list if a tool no longer exists', async () => {
    const client = new LegacyClient({ name: 'test', version: '1.0.0' });
    const changed = new Promise<void>((resolve) => {
      client.fallbackNotificationHandler = ({ method }) => {
        if (method === 'notifications/tools/list_changed') resolve();
        return Promise.resolve();
      };
    });
    await client.connect(new LegacyStdio(started()));
    await client.listTools();
    server.mcp.tools.shift();
    await expect(client.callTool({ name: 'article_get', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await changed;
    await client.close();
  });

  it('writes only JSON-RPC to standard output, and ends with its input', async () => {
    const { child, result } = spawnCli('colophon-mcp-bridge', ARGUMENTS, environment());
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    child.stdin.write(`${JSON.stringify(initialize)}\nnot JSON\n`);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.end();
    const { code, stdout } = await result;
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ id: 1, result: { serverInfo: { name: 'newsroom' } } });
  });

  it('writes only JSON-RPC to standard output if a Streamable HTTP endpoint has no tools at all', async () => {
    answerMcp(() => new Server({ name: 'newsroom', version: '1.0.0' }, { capabilities: {} }));
    const { child, result } = spawnCli('colophon-mcp-bridge', [...ARGUMENTS, '--mcp-path=/api/mcp'], environment());
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params },
      { id: 2, method: 'tools/list' },
    ];
    child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    const { stdout } = await result;
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: unknown });
    expect(answers.find(({ id }) => id === 2)?.result).toEqual({ tools: [] });
  });

  it('answers every request of a script whose input has ended', async () => {
    server.override = async (request) => {
      if (!request.path.startsWith('/api/mcp/')) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return server.mcp.handle(request);
    };
    const { child, result } = spawnCli('colophon-mcp-bridge', ARGUMENTS, environment());
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'tools/call', params: { name: 'article_get', arguments: {} } },
    ];
    child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    const { code, stdout, stderr } = await result;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result?: unknown });
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
    expect(answers.every(({ result: answer }) => answer !== undefined)).toBe(true);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends at %s', async (signal) => {
    const { child, result } = spawnCli('colophon-mcp-bridge', ARGUMENTS, environment());
    child.stdin.write(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n',
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill(signal);
    expect((await result).code).toBe(130);
  });

  it('ends with its parent even if another process keeps its input open', async () => {
    // The parent starts the bridge on its own standard input, which this test keeps open, and is killed.
    const script = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([executablePath('colophon-mcp-bridge'), ...ARGUMENTS])}, { stdio: ['inherit', 'ignore', 'ignore'] });
      process.stderr.write('started ' + child.pid + ' ');`;
    const parent = spawnProgram([process.execPath, '-e', script], [], environment());
    await parent.untilPrinted('started');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let output = '';
    parent.child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    parent.child.kill('SIGKILL');
    const { stderr } = await parent.result;
    const pid = Number(/started (\d+)/.exec(stderr + output)?.[1]);
    const isAlive = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    for (let waited = 0; isAlive() && waited < 8000; waited += 100) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAlive()).toBe(false);
  });

  // The Inspector is 110 MB, so it is not installed for one test: MCP_INSPECTOR names its script where there is one.
  it.skipIf(INSPECTOR === undefined).each(['legacy', 'auto', 'modern'])('serves MCP Inspector in its %s mode', async (era) => {
    const script = join(home, 'bridge.sh');
    await writeFile(script, `#!/bin/sh\nexec '${process.execPath}' '${executablePath('colophon-mcp-bridge')}' ${ARGUMENTS.join(' ')}\n`, {
      mode: 0o755,
    });
    const exports = Object.entries(environment()).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const inspect = (...words: string[]): ReturnType<typeof spawnProgram> =>
      spawnProgram([process.execPath, INSPECTOR ?? '', '--cli', ...exports, script, '--protocol-era', era, ...words], [], environment());
    expect(JSON.parse((await inspect('--method', 'tools/list', '--quiet').result).stdout)).toMatchObject({
      tools: [{ name: 'article_get' }, { name: 'article_fail' }],
    });
    const called = await inspect('--method', 'tools/call', '--tool-name', 'article_get', '--tool-arg', 'id=a1').result;
    expect(JSON.parse(called.stdout)).toMatchObject({ content: [{ text: 'article {"id":"a1"}' }] });
  });

  it.each<[string, readonly string[], Record<string, string>, string]>([
    ['no prefix', [], {}, 'The bridge needs to know whose tools it serves'],
    ['an invalid prefix', ['--env-prefix=a-b'], {}, 'is not an environment prefix'],
    ['an empty path', [...ARGUMENTS, '--mcp-path='], {}, 'mcpPath must be a path on the server'],
    ['a path elsewhere', [...ARGUMENTS, '--mcp-path=//evil.example/mcp'], {}, 'mcpPath must be a path on the server'],
    ['an insecure server', ARGUMENTS, { NEWSROOM_SERVER_URL: 'http://news.example' }, 'neither HTTPS nor this machine'],
    ['no server', ARGUMENTS, { NEWSROOM_SERVER_URL: '' }, 'No server is configured'],
  ])('reports %s on standard error, and exits with 2', async (_what, argv, env, message) => {
    const { child, result } = spawnCli('colophon-mcp-bridge', argv, environment(env));
    child.stdin.end();
    const { code, stdout, stderr } = await result;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('is also `mcp serve` of an application, and `mcp config` prints how to start that', async () => {
    const env = environment({ COLOPHON_APP_NAME: 'Newsroom' });
    const config = spawnCli('colophon-app', ['mcp', 'config', 'claude'], env);
    const { stdout } = await config.result;
    const { mcpServers } = JSON.parse(stdout) as {
      mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>;
    };
    const entry = mcpServers['newsroom']!;
    expect(stdout).not.toContain(env['NEWSROOM_TOKEN']);
    const client = new LegacyClient({ name: 'test', version: '1.0.0' });
    await client.connect(new LegacyStdio({ ...entry, env: { ...env, ...entry.env }, stderr: 'ignore' }));
    expect(client.getServerVersion()).toMatchObject({ name: 'Newsroom' });
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
  });
});
