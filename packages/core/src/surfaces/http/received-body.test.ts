import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../callers/caller.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { requireCurrentSchema } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { mcpRoutes } from '../mcp/index.ts';
import { restRoutes } from '../rest/index.ts';

class Note extends object({ title: text({ required: true }) }, { table: 'notes', api: true, mcp: true }) {}
class Notes extends collection(Note) {}

const editor: Caller = { kind: 'user', id: 'eve', name: 'Eve', tenantId: null, role: 'editor' };

describe('a body that ends before it is complete', () => {
  const unexpected: unknown[] = [];
  let app: Hono;
  beforeAll(async () => {
    const table = operationTable([Notes]);
    const database = await openDatabase('sqlite::memory:');
    await requireCurrentSchema(database, table.schema);
    const surface = { table, database, authenticate: () => editor, onError: (error: unknown) => void unexpected.push(error) };
    app = new Hono().route('/api/v1', restRoutes(surface)).route('/api/mcp', mcpRoutes({ ...surface, name: 'Notes', version: '1' }));
  });

  it.each([
    ['of an unknown length, at a route', '/api/v1/notes', {}],
    ['of a stated length, at a route', '/api/v1/notes', { 'Content-Length': '100' }],
    ['of an unknown length, at a tool', '/api/mcp/call', {}],
  ])('%s, is the fault of its sender', async (_name, path, headers) => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"title'));
        controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body, duplex: 'half' };
    const response = await app.request(`http://localhost${path}`, init as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'interrupted' });
    expect(unexpected).toEqual([]);
  });
});
