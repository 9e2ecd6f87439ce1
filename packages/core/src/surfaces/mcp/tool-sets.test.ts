import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../callers/caller.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import type { Database } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { authenticate, libraryTable } from '../testing/library.ts';
import { listedTools } from './listed-tools.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { isToolSetPath, type ToolSets } from './tool-sets.ts';
import { ToolSearch } from './tool-search.ts';
import { Toolbox } from './tools.ts';

const SETS: ToolSets = {
  reading: { description: 'Read.', defaultFor: ['viewer'], tools: ['book_list', 'book_get'] },
  lending: { description: 'Lend.', defaultFor: ['editor'], tools: ['book_get', 'book_lend', 'book_update'] },
  receipts: { description: 'Receipts.', tools: ['receipt_list', 'receipt_create'] },
};

describe('sets of tools', () => {
  let database: Database;
  let url: string;
  let stop: () => Promise<void>;
  const clients: Client[] = [];
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, libraryTable.schema);
    const app = new Hono();
    const resourceMetadata = 'https://library.example/.well-known/oauth-protected-resource/api/mcp';
    const common = { table: libraryTable, database, authenticate, name: 'library', version: '1' };
    app.route('/api/mcp', mcpRoutes({ ...common, toolsets: SETS, resourceMetadata }));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
    stop = async () => {
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    };
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => stop());

  async function connect(as: string | undefined, below = ''): Promise<Client> {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const headers = as === undefined ? {} : { Authorization: `Bearer ${as}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url + below), { requestInit: { headers } }));
    clients.push(client);
    return client;
  }
  const names = async (as: string | undefined, below = ''): Promise<string[]> =>
    (await (await connect(as, below)).listTools()).tools.map(({ name }) => name);

  it('are those of the role at the bare address, and those that the address chooses', async () => {
    expect(await names('viewer')).toEqual(['book_list', 'book_get', 'operation_search', 'operation_run']);
    expect(await names('editor')).toEqual(['book_get', 'book_lend', 'book_update', 'operation_search', 'operation_run']);
    expect(await names('editor', '/x/receipts,reading')).toEqual([
      'receipt_list',
      'receipt_create',
      'book_list',
      'book_get',
      'operation_search',
      'operation_run',
    ]);
  });

  it('list what the caller may use, and at an address for reading nothing that writes', async () => {
    expect(await names('viewer', '/x/lending')).toEqual(['book_get', 'operation_search', 'operation_run']);
    expect(await names('editor', '/x/lending/readonly')).toEqual(['book_get', 'operation_search', 'operation_run']);
    expect(await names('editor', '/readonly')).toEqual(['book_get', 'operation_search', 'operation_run']);
    expect(await names(undefined, '/x/public')).toEqual(['book_list', 'book_get', 'operation_search', 'operation_run']);
  });

  it('of which all is every tool without search; those of a kind of record are those of its root', async () => {
    const all = await names('admin', '/x/all');
    expect(all).toContain('book_create');
    expect(all.filter((name) => name.startsWith('novel') || name.startsWith('operation'))).toEqual([]);
    const client = await connect('editor', '/x/all');
    expect(await client.callTool({ name: 'book_create', arguments: { title: 'Emma', type: 'novel', hero: 'Emma' } })).toMatchObject({
      structuredContent: { type: 'novel', hero: 'Emma' },
    });
    // The tool of the kind can still be called.
    expect(await client.callTool({ name: 'novel_list', arguments: {} })).toMatchObject({ structuredContent: { count: 1 } });
  });

  it('are a filter and no check: every call is checked on its own', async () => {
    const viewer = await connect('viewer', '/x/reading');
    expect(await viewer.callTool({ name: 'book_create', arguments: { title: 'No' } })).toMatchObject({
      isError: true,
      structuredContent: { code: 'forbidden' },
    });
    expect(await viewer.callTool({ name: 'operation_run', arguments: { name: 'book_create', arguments: { title: 'No' } } })).toMatchObject({
      isError: true,
      structuredContent: { code: 'forbidden' },
    });
    const editor = await connect('editor', '/x/receipts');
    expect(await editor.callTool({ name: 'book_create', arguments: { title: 'Oak' } })).toMatchObject({
      structuredContent: { title: 'Oak' },
    });
    const reading = await connect('editor', '/x/receipts/readonly');
    for (const call of [
      { name: 'book_create', arguments: { title: 'Elm' } },
      { name: 'operation_run', arguments: { name: 'book_create', arguments: { title: 'Elm' } } },
    ])
      expect(await reading.callTool(call)).toMatchObject({ isError: true, structuredContent: { code: 'read_only_address' } });
    expect(await reading.callTool({ name: 'operation_run', arguments: { name: 'book_list' } })).toMatchObject({
      structuredContent: { items: expect.any(Array) },
    });
  });

  it('leave the rest to a search, which finds what the caller may use, and runs it', async () => {
    const editor = await connect('editor', '/x/reading');
    const search = async (client: Client, query: string) => {
      const { structuredContent } = await client.callTool({ name: 'operation_search', arguments: { query } });
      return (structuredContent as { tools: { name: string; effects: string; inputSchema: object }[] }).tools;
    };
    expect((await search(editor, 'write a receipt'))[0]).toMatchObject({
      name: 'receipt_create',
      effects: 'write',
      inputSchema: { type: 'object', required: ['note'] },
    });
    expect(
      await editor.callTool({ name: 'operation_run', arguments: { name: 'receipt_create', arguments: { note: 'Paid' } } }),
    ).toMatchObject({ structuredContent: { note: 'Paid' } });
    const forViewer = await search(await connect('viewer'), 'write a receipt');
    expect(forViewer.map(({ name }) => name)).not.toContain('receipt_create');
    const reading = await search(await connect('editor', '/readonly'), 'receipt');
    expect(new Set(reading.map(({ effects }) => effects))).toEqual(new Set(['read']));
    for (const [name, input, code] of [
      ['operation_search', {}, 'validation'],
      ['operation_search', { query: 'x', limit: 99 }, 'validation'],
      ['operation_run', { name: 'book_burn' }, 'not_found'],
      ['operation_run', { arguments: {} }, 'validation'],
      ['operation_run', { name: 'operation_run', arguments: {} }, 'not_found'],
    ] as const)
      expect(await editor.callTool({ name, arguments: input })).toMatchObject({ isError: true, structuredContent: { code } });
  });

  it('have addresses that agents are connected to, each told in its own challenge', async () => {
    for (const [below, metadata] of [
      ['', ''],
      ['/x/reading', '/x/reading'],
      ['/x/reading,lending/readonly', '/x/reading,lending/readonly'],
    ]) {
      const response = await fetch(url + below, { method: 'POST', body: '{}' });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer scope="read", resource_metadata="https://library.example/.well-known/oauth-protected-resource/api/mcp${metadata}"`,
      ]);
    }
    for (const below of ['/x/nothing', '/x/reading,nothing', '/x/all,reading', '/x/', '/x/READING', '/x/reading/other', '/x/__proto__'])
      expect([below, (await fetch(url + below, { method: 'POST', body: '{}' })).status]).toEqual([below, 404]);
    expect(isToolSetPath('/api/mcp/x/reading', SETS)).toBe(true);
    expect(isToolSetPath('/api/mcp', SETS)).toBe(true);
    for (const path of [
      '/api/mcp/x/public',
      '/api/mcp/x/nothing',
      '/api/mcpx/x/reading',
      '/api/v1',
      '/api/mcp/../v1',
      '/api/mcp/x/constructor',
    ])
      expect([path, isToolSetPath(path, SETS)]).toEqual([path, false]);
  });

  it('describe results that the official client checks against them', async () => {
    const client = await connect('editor', '/x/all');
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema?.type !== 'object')).toEqual([]);
    const { id, rev } = (await client.callTool({ name: 'book_create', arguments: { title: 'Ash', tags: ['a'] } }))
      .structuredContent as unknown as { id: string; rev: number };
    for (const call of [
      { name: 'book_get', arguments: { id } },
      { name: 'book_list', arguments: { fields: 'title' } },
      { name: 'book_tagged', arguments: { tag: 'a' } },
      { name: 'book_loans', arguments: { id, year: '2026' } },
      { name: 'book_lend', arguments: { id, to: 'Ada', _expectedRev: rev } },
      { name: 'book_update', arguments: { id, pages: 3 } },
      { name: 'operation_search', arguments: { query: 'lend' } },
    ])
      expect([call.name, (await client.callTool(call)).isError]).toEqual([call.name, undefined]);
  });

  it('are checked at the start: unknown tools, names that cannot be, too many tools, two defaults of a role', () => {
    const common = { table: libraryTable, database, authenticate, name: 'library', version: '1' };
    const started = (toolsets: ToolSets) => () => mcpRoutes({ ...common, toolsets });
    expect(started({ one: { description: '', tools: ['book_burn'] } })).toThrow('the tool set one names book_burn, which is no tool');
    expect(started({ all: { description: '', tools: [] } })).toThrow('the tool set all cannot have this name');
    expect(started({ One: { description: '', tools: [] } })).toThrow('cannot have this name');
    expect(started({ one: { description: '', tools: Array.from({ length: 23 }, () => 'book_get') } })).toThrow('more than 22 tools');
    expect(
      started({ one: { description: '', tools: [], defaultFor: ['viewer'] }, two: { description: '', tools: [], defaultFor: ['viewer'] } }),
    ).toThrow('both the default of the role viewer');
  });
});

describe('five thousand tools', () => {
  const KINDS = 1000;
  const build = (): OperationTable =>
    operationTable(
      Array.from({ length: KINDS }, (_, index) => {
        const Thing = class extends object(
          { title: text({ required: true }), [`detail_${index}`]: text() },
          { table: `things_${index}`, api: true, mcp: true, label: `Things ${index}`, description: `Things of the kind ${index}.` },
        ) {};
        return class extends collection(Thing) {};
      }),
    );

  it('are listed in pages, or as 24 with a search that finds each of them', async () => {
    const toolbox = new Toolbox(build());
    expect(toolbox.folded).toHaveLength(5 * KINDS);
    const few = await listedTools(toolbox, { sets: {}, selection: { sets: [], isReadOnly: false }, caller: SYSTEM, from: 0 });
    expect([few.tools.length, few.next]).toEqual([24, undefined]);
    expect(few.tools.slice(-2).map(({ name }) => name)).toEqual(['operation_search', 'operation_run']);
    const seen = new Set<string>();
    let from: number | undefined = 0;
    while (from !== undefined) {
      const page = await listedTools(toolbox, { sets: {}, selection: { sets: ['all'], isReadOnly: false }, caller: SYSTEM, from });
      expect(page.tools.length).toBeLessThanOrEqual(100);
      for (const { name } of page.tools) seen.add(name);
      from = page.next;
    }
    expect(seen.size).toBe(5 * KINDS);
    const search = new ToolSearch(toolbox.folded);
    for (const index of [0, 7, 499, 999]) {
      const [found] = search.find(`create things ${index}`, { caller: SYSTEM, limit: 5, isReadOnly: false });
      expect(found?.id).toBe(`things-${index}.create`);
    }
  });
});
