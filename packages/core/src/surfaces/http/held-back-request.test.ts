import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../callers/caller.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Database } from '../../storage/database.ts';
import { requireCurrentSchema } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { mcpRoutes } from '../mcp/index.ts';
import { restRoutes } from '../rest/index.ts';

class Note extends object(
  { title: text({ required: true }) },
  { table: 'notes', api: true, mcp: true, access: { create: 'editor', update: 'editor', delete: 'editor' } },
) {}
class Notes extends collection(Note) {}

const editor: Caller = { kind: 'user', id: 'eve', name: 'Eve', tenantId: null, role: 'editor' };

describe('a request whose body is held back until its caller has lost access', () => {
  const table = operationTable([Notes]);
  let database: Database;
  let judge: () => Caller;
  let app: Hono;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await requireCurrentSchema(database, table.schema);
    const surface = { table, database, authenticate: () => judge() };
    app = new Hono().route('/api/v1', restRoutes(surface)).route('/api/mcp', mcpRoutes({ ...surface, name: 'Notes', version: '1' }));
  });

  /** Sends one byte, lets the caller lose access, waits, and sends the rest. */
  async function send(path: string, body: unknown, wait: number, lose: () => Caller) {
    const begun = Promise.withResolvers<void>();
    judge = () => {
      begun.resolve();
      return editor;
    };
    const [first, ...rest] = [JSON.stringify(body).slice(0, 1), JSON.stringify(body).slice(1)];
    const stream = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(first));
        await begun.promise;
        await delay(wait);
        judge = lose;
        controller.enqueue(new TextEncoder().encode(rest.join('')));
        controller.close();
      },
    });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const response = await app.request(path, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit);
    return { status: response.status, text: await response.text() };
  }
  const signedOut = (): Caller => {
    throw new UnauthenticatedError();
  };

  it.each([
    ['was signed out', signedOut],
    ['has another role', (): Caller => ({ ...editor, role: 'admin' })],
    ['is somebody else', (): Caller => ({ ...editor, id: 'mallory' })],
    ['acts in another tenant', (): Caller => ({ ...editor, tenantId: 'other' })],
  ])('is refused over REST when the caller %s', async (_what, lose) => {
    const { status } = await send('/api/v1/notes', { title: 'Late' }, 150, lose);
    expect([status, await new Notes(database).count()]).toEqual([401, 0]);
  });

  it('is refused over MCP, in both forms', async () => {
    const call = { name: 'note_create', arguments: { title: 'Late' } };
    expect(await send('/api/mcp/call', call, 150, signedOut)).toMatchObject({ text: expect.stringContaining('unauthenticated') });
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    expect(await send('/api/mcp', rpc, 150, signedOut)).toMatchObject({ text: expect.stringContaining('Sign in') });
    expect(await new Notes(database).count()).toBe(0);
  });

  it('is carried out when nothing has changed', async () => {
    expect(await send('/api/v1/notes', { title: 'Slow line' }, 150, () => editor)).toMatchObject({ status: 201 });
  });
});
