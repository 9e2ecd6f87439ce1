import { createRequire } from 'node:module';
import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as CurrentStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';
import { runProgram } from '../testing/run-program.ts';

/** The script of MCP Inspector: at 110 MB it is not installed for one test, so this variable names it if available. */
const INSPECTOR = process.env['MCP_INSPECTOR'];
if (INSPECTOR === undefined) console.log('MCP Inspector: skipped; MCP_INSPECTOR names its script where it is installed');

const require = createRequire(import.meta.url);
const MCP_REMOTE = require.resolve('mcp-remote/dist/proxy.js');
const ABOUT = { name: 'desk', version: '1.0.0' };

/** The common features of every generation of the official client. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** Newsroom's MCP endpoint, used over HTTP by third-party clients. */
describe('the MCP endpoint', () => {
  let newsroom: NewsroomProcess;
  let endpoint: URL;
  const tokens: Record<'viewer' | 'editor', string> = { viewer: '', editor: '' };

  beforeAll(async () => {
    newsroom = await startNewsroom();
    endpoint = new URL('/api/mcp', newsroom.url);
    for (const role of ['viewer', 'editor'] as const) tokens[role] = newsroom.run('token', 'create', '--role', role).stdout.trim();
  });
  afterAll(() => newsroom.dispose());

  const bearer = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });
  /** `mcp-remote` as desktop clients start it: a program that speaks MCP on its standard input and output. */
  const proxy = (token: string) => {
    const how = ['--transport', 'http-only', '--protocol', 'auto', '--header', `Authorization:Bearer ${token}`];
    return {
      command: process.execPath,
      args: [MCP_REMOTE, endpoint.href, ...how],
      env: { HOME: newsroom.directory, MCP_REMOTE_CONFIG_DIR: newsroom.directory, PATH: process.env['PATH'] ?? '' },
      stderr: 'ignore' as const,
    };
  };

  const peers: readonly [string, (token: string) => Promise<AnyClient>][] = [
    ['the client of the protocol before', (token) => connectLegacy(new LegacyHttp(endpoint, bearer(token)))],
    ['the current client', (token) => connectCurrent(new CurrentHttp(endpoint, bearer(token)), 'auto')],
    ['the current client, held to the current protocol', (token) => connectCurrent(new CurrentHttp(endpoint, bearer(token)), 'current')],
    ['the client of the protocol before, through mcp-remote', (token) => connectLegacy(new LegacyStdio(proxy(token)))],
    ['the current client, through mcp-remote', (token) => connectCurrent(new CurrentStdio(proxy(token)), 'legacy')],
  ];

  describe.each(peers)('used by %s', (_who, connect) => {
    it('lists the tools, answers a call, and says what is wrong with another', async () => {
      const client = await connect(tokens.editor);
      try {
        const names = (await client.listTools()).tools.map((tool) => tool.name);
        expect(names).toEqual(expect.arrayContaining(['content_create', 'content_list', 'tag_list']));
        const listed = await client.callTool({ name: 'article_list', arguments: { limit: 1, fields: 'title' } });
        expect(listed).toMatchObject({ structuredContent: { count: 12, items: [{ title: expect.any(String) }] } });
        expect(await client.callTool({ name: 'article_get', arguments: { id: 'nothing' } })).toMatchObject({
          isError: true,
          structuredContent: { code: 'not_found' },
        });
        expect(await client.callTool({ name: 'article_create', arguments: {} })).toMatchObject({
          isError: true,
          structuredContent: { code: 'validation', errors: [{ pointer: '/title' }] },
        });
        await expect(client.callTool({ name: 'article_burn', arguments: {} })).rejects.toThrow('There is no tool article_burn');
      } finally {
        await client.close();
      }
    });

    it('hides the tools that a role cannot use, and refuses them when called', async () => {
      const client = await connect(tokens.viewer);
      try {
        const names = (await client.listTools()).tools.map((tool) => tool.name);
        expect(names).toContain('content_list');
        expect(names).not.toContain('content_create');
        expect(await client.callTool({ name: 'article_create', arguments: { title: 'No' } })).toMatchObject({
          isError: true,
          structuredContent: { code: 'forbidden' },
        });
      } finally {
        await client.close();
      }
    });
  });

  it.each(['legacy', 'current'] as const)(
    'responds to an invalid token of a %s client with an error, not as to an anonymous client',
    async (era) => {
      const dead = `${tokens.editor.slice(0, -4)}AAAA`;
      const connecting =
        era === 'legacy'
          ? connectLegacy(new LegacyHttp(endpoint, bearer(dead)))
          : connectCurrent(new CurrentHttp(endpoint, bearer(dead)), 'current');
      await expect(connecting).rejects.toThrow();
    },
  );

  describe.skipIf(INSPECTOR === undefined).each(['legacy', 'auto', 'modern'])('used by MCP Inspector in its %s mode', (era) => {
    const inspect = (...words: readonly string[]) => {
      const where = ['--cli', endpoint.href, '--transport', 'http', '--header', `Authorization: Bearer ${tokens.editor}`];
      return runProgram([INSPECTOR ?? '', ...where, '--protocol-era', era, '--quiet', ...words]);
    };

    it('lists the tools with schemas that it finds no error in, and calls one', async () => {
      const listed = await inspect('--method', 'tools/list', '--strict');
      expect(listed.code).toBe(0);
      const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
      expect(tools.map((tool) => tool.name)).toContain('content_list');
      const called = await inspect('--method', 'tools/call', '--tool-name', 'article_list', '--tool-arg', 'limit=1');
      expect(JSON.parse(called.stdout)).toMatchObject({ structuredContent: { count: 12, limit: 1 } });
      expect((await inspect('--method', 'tools/call', '--tool-name', 'article_burn')).code).toBe(5);
    });
  });
});

async function connectLegacy(transport: Parameters<LegacyClient['connect']>[0]): Promise<AnyClient> {
  const client = new LegacyClient(ABOUT);
  await client.connect(transport);
  return client;
}

async function connectCurrent(transport: Parameters<CurrentClient['connect']>[0], era: 'legacy' | 'auto' | 'current'): Promise<AnyClient> {
  const client = new CurrentClient(ABOUT, { versionNegotiation: { mode: era === 'current' ? { pin: '2026-07-28' } : era } });
  await client.connect(transport);
  return client;
}
