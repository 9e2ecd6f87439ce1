import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../callers/caller.ts';
import { integer } from '../../fields/numbers.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Operations } from '../../registry/operation-options.ts';
import { type Library, libraryTable, startLibrary } from '../testing/library.ts';
import { Toolbox } from './tools.ts';

describe('MCP', () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());
  beforeEach(async () => {
    await library.database.run({ sql: 'DELETE FROM books', parameters: [] });
  });
  const callTool = async (name: string, args: object, as?: string) =>
    (await library.request('POST', '/api/mcp/call', { ...(as === undefined ? {} : { as }), body: { name, arguments: args } })).body;

  describe('as two REST paths', () => {
    it('lists the tools in the order of their names, with schemas and hints', async () => {
      const { tools } = (await library.request('GET', '/api/mcp/tools', { as: 'admin' })).body;
      const names = tools.map((tool: { name: string }) => tool.name);
      expect(names).toEqual([...names].sort((one, other) => (one < other ? -1 : 1)));
      expect(names).toEqual(expect.arrayContaining(['book_create', 'book_lend', 'book_list', 'novel_get', 'receipt_create']));
      const lend = tools.find((tool: { name: string }) => tool.name === 'book_lend');
      expect(lend.inputSchema).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['id', 'to', '_expectedRev']),
        properties: { id: { type: 'string' }, days: { type: 'integer' }, _idempotencyKey: { type: 'string' } },
      });
      expect(tools.find((tool: { name: string }) => tool.name === 'book_list').annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(tools.find((tool: { name: string }) => tool.name === 'book_delete').annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: true,
      });
    });

    it('lists for each caller what the rules let them do, and nothing of what is not exposed', async () => {
      const names = async (as?: string) =>
        (await library.request('GET', '/api/mcp/tools', as === undefined ? {} : { as })).body.tools.map(
          (tool: { name: string }) => tool.name,
        );
      expect(await names()).toEqual(['book_get', 'book_list', 'book_longest', 'book_tagged', 'novel_get', 'novel_list']);
      expect(await names('viewer')).not.toContain('book_create');
      expect(await names('editor')).toContain('book_create');
      expect((await names('admin')).some((name: string) => name.startsWith('ledger') || name.startsWith('audit'))).toBe(false);
    });

    it('calls a tool: structured content, and the same as text', async () => {
      const made = await callTool('book_create', { title: 'Oak', metadata: '{"a":1}' }, 'editor');
      expect(made.isError).toBeUndefined();
      expect(made.structuredContent).toMatchObject({ title: 'Oak', metadata: { a: 1 }, rev: 1 });
      expect(JSON.parse(made.content[0].text)).toEqual(made.structuredContent);
      const { id } = made.structuredContent;
      expect((await callTool('book_update', { id, pages: 5, _expectedRev: 1 }, 'editor')).structuredContent).toMatchObject({
        pages: 5,
        rev: 2,
      });
      expect((await callTool('book_list', { where: '{"pages":5}' })).structuredContent).toMatchObject({ count: 1 });
      expect((await callTool('book_delete', { id }, 'admin')).structuredContent).toEqual({ done: true });
    });

    it('answers a refused call as an error of the tool, with the code that REST gives', async () => {
      const { id } = (await callTool('book_create', { title: 'Oak' }, 'editor')).structuredContent;
      const code = async (name: string, args: object, as?: string) => {
        const result = await callTool(name, args, as);
        expect(result.isError).toBe(true);
        return [result.structuredContent.status, result.structuredContent.code];
      };
      expect(await code('book_create', { title: 'Elm' })).toEqual([401, 'unauthenticated']);
      expect(await code('book_create', { title: 'Elm' }, 'viewer')).toEqual([403, 'forbidden']);
      expect(await code('book_create', {}, 'editor')).toEqual([422, 'validation']);
      expect(await code('book_create', { title: 'Elm', nothing: 1 }, 'editor')).toEqual([422, 'validation']);
      expect(await code('book_create', { title: 'Oak' }, 'editor')).toEqual([409, 'not_unique']);
      expect(await code('book_update', { id, pages: 1, _expectedRev: 9 }, 'editor')).toEqual([412, 'precondition_failed']);
      expect(await code('book_lend', { id, to: 'Ada' }, 'editor')).toEqual([428, 'precondition_required']);
      expect(await code('book_get', { id: 'nothing' })).toEqual([404, 'not_found']);
      expect(await code('book_get', {})).toEqual([422, 'validation']);
      expect(await code('book_list', { limit: -1 })).toEqual([400, 'faulty_query']);
      expect(await code('receipt_update', { id: 'x', note: 'forged' }, 'admin')).toEqual([405, 'append_only']);
    });

    it('does a keyed call once', async () => {
      const first = await callTool('book_create', { title: 'Oak', _idempotencyKey: 'k' }, 'editor');
      const second = await callTool('book_create', { title: 'Oak', _idempotencyKey: 'k' }, 'editor');
      expect(second.structuredContent).toEqual(first.structuredContent);
    });

    it('answers 404 for an unknown tool, 400 for a call without a name, 401 for a dead token', async () => {
      expect((await library.request('POST', '/api/mcp/call', { body: { name: 'nothing' } })).status).toBe(404);
      expect((await library.request('POST', '/api/mcp/call', { body: {} })).status).toBe(400);
      expect((await library.request('GET', '/api/mcp/tools', { as: 'dead' })).status).toBe(401);
    });
  });

  describe('over Streamable HTTP', () => {
    const connect = async (mode: 'legacy' | 'auto' | { pin: string }, as = 'editor') => {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${library.url}/api/mcp`), {
          requestInit: { headers: { Authorization: `Bearer ${as}` } },
        }),
      );
      return client;
    };

    it.each([['legacy' as const], ['auto' as const], [{ pin: '2026-07-28' }]])('serves a client that negotiates %j', async (mode) => {
      const client = await connect(mode);
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toContain('book_create');
      const made = await client.callTool({ name: 'book_create', arguments: { title: `Oak ${JSON.stringify(mode)}` } });
      expect(made.structuredContent).toMatchObject({ rev: 1 });
      const refused = await client.callTool({ name: 'book_create', arguments: {} });
      expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'validation' } });
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/nothing/);
      await client.close();
    });

    it('acts for the caller of each request', async () => {
      const client = await connect('auto', 'viewer');
      expect((await client.listTools()).tools.map((tool) => tool.name)).not.toContain('book_create');
      expect(await client.callTool({ name: 'book_create', arguments: { title: 'Elm' } })).toMatchObject({
        isError: true,
        structuredContent: { code: 'forbidden' },
      });
      await client.close();
    });

    it.each([
      [undefined, 'params.protocolVersion is required, such as "2025-11-25"; params.capabilities'],
      [{ capabilities: {}, clientInfo: { name: 'x', version: '1' } }, 'params.protocolVersion is required, such as "2025-11-25".'],
      [{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }, 'params.clientInfo.name is needed; params.clientInfo.version'],
    ])('says what an initialize of %j leaves out', async (params, message) => {
      const answer = await library.request('POST', '/api/mcp', {
        body: { jsonrpc: '2.0', id: 7, method: 'initialize', params },
        headers: { Accept: 'application/json, text/event-stream' },
      });
      expect(answer.body).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32602, message: expect.stringContaining(message) } });
    });

    it('refuses pages of other origins, and takes those allowed and programs without one', async () => {
      const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      };
      const post = (headers: Record<string, string>) =>
        library.request('POST', '/api/mcp', { body: initialize, headers: { Accept: 'application/json, text/event-stream', ...headers } });
      expect((await post({ Origin: 'https://evil.example' })).status).toBe(403);
      expect((await post({ Origin: 'null' })).status).toBe(403);
      expect((await post({ Origin: 'https://library.example' })).status).toBe(200);
      expect((await post({})).status).toBe(200);
    });
  });

  it('has only names that hosts take', async () => {
    const toolbox = new Toolbox(libraryTable);
    const tools = await toolbox.listFor({ kind: 'system', id: null, name: null, tenantId: null, role: null });
    for (const { name } of tools) expect(name).toMatch(/^[a-z0-9_-]{1,64}$/);
  });

  it.each([
    ['POST', '/api/mcp/tools', 'GET, HEAD'],
    ['GET', '/api/mcp/call', 'POST'],
    ['DELETE', '/api/_resources', 'GET, HEAD'],
    ['PUT', '/api/v1/books/longest', 'GET, HEAD'],
  ])('answers %s %s with the methods that the address takes', async (method, path, allow) => {
    const library = await startLibrary();
    const answer = await library.request(method, path, { as: 'editor' });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe(allow);
    await library.stop();
  });
});

it('tells which tools do the same when they are called twice: of the PATCH operations, the change of a record alone', async () => {
  class Counter extends object({ count: integer({ default: 0 }) }, { table: 'counters', patchOnly: true, mcp: true, audit: false }) {
    static readonly operations: Operations<Counter> = {
      step: { method: 'PATCH', path: ['step'] },
      reset: { method: 'PUT', path: ['reset'] },
    };
    async step(): Promise<this> {
      this.count += 1;
      return this.save();
    }
    async reset(): Promise<this> {
      this.count = 0;
      return this.save();
    }
  }
  class Counters extends collection(Counter) {}
  const tools = await new Toolbox(operationTable([Counters])).listFor(SYSTEM);
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations.idempotentHint]));
  expect(hints).toMatchObject({
    counter_update: true,
    counter_reset: true,
    counter_delete: true,
    counter_step: false,
    counter_create: false,
  });
});
