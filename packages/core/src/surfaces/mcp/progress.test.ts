import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../callers/call.ts';
import type { Caller } from '../../callers/caller.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Operations } from '../../registry/operation-options.ts';
import type { Database } from '../../storage/database.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { mcpRoutes } from './mcp-routes.ts';

/** What the running call waits for, and what became of it. */
let goOn: () => void = () => undefined;
let ended: Promise<string>;

class Field extends object({ name: text({ required: true }) }, { table: 'fields', api: true, mcp: true }) {}
class Fields extends collection(Field) {
  static readonly operations: Operations<Fields> = { plough: { access: 'editor', transaction: false } };

  async plough(call: Call): Promise<object> {
    let tell: (how: string) => void = () => undefined;
    ended = new Promise((resolve) => (tell = resolve));
    call.progress?.(1, 3, 'The first furrow.');
    // Too soon after the first one.
    call.progress?.(2, 3);
    const how = await new Promise<string>((resolve) => {
      goOn = () => resolve('done');
      call.signal?.addEventListener('abort', () => resolve('cancelled'));
    });
    tell(how);
    return { how };
  }
}
const table = operationTable([Fields]);

const editor: Caller = { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: 'editor' };
const agent = {
  grantId: 'g',
  clientId: 'c',
  name: 'Quill',
  verifiedHost: null,
  scopes: ['read', 'write'],
  role: 'editor',
  ask: 'destructive',
} as const;

describe('a call that takes long', () => {
  let database: Database;
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, table.schema);
    const authenticate = (request: Request): Caller =>
      request.headers.get('authorization') === 'Bearer agent' ? { ...editor, agent } : editor;
    const app = new Hono();
    app.route('/api/mcp', mcpRoutes({ table, database, authenticate, name: 'fields', version: '1' }));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
    stop = async () => {
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    };
  });
  afterAll(() => stop());
  async function connect(as: string, mode: '2026-07-28' | 'legacy'): Promise<Client> {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: mode === 'legacy' ? mode : { pin: mode } } });
    const requestInit = { headers: { Authorization: `Bearer ${as}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return client;
  }

  it.each([
    ['a person', '2026-07-28'],
    ['a person', 'legacy'],
    ['agent', '2026-07-28'],
  ] as const)('of %s in the protocol %s tells how far it is before it is done', async (as, mode) => {
    const client = await connect(as, mode);
    const told: object[] = [];
    const answer = client.callTool(
      { name: 'field_plough', arguments: {} },
      {
        onprogress(progress) {
          told.push(progress);
          goOn();
        },
      },
    );
    expect(await answer).toMatchObject({ structuredContent: { how: 'done' } });
    expect(told).toEqual([{ progress: 1, total: 3, message: 'The first furrow.' }]);
    await client.close();
  });

  it('ends when its client cancels it', async () => {
    const client = await connect('a person', '2026-07-28');
    const cancel = new AbortController();
    const answer = client.callTool({ name: 'field_plough', arguments: {} }, { signal: cancel.signal, onprogress: () => cancel.abort() });
    await expect(answer).rejects.toThrow();
    expect(await ended).toBe('cancelled');
    await client.close();
  });
});
