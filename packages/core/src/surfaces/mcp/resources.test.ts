import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../callers/caller.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import type { SaveContext } from '../../objects/hooks.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { where } from '../../queries/filter.ts';
import type { Operations } from '../../registry/operation-options.ts';
import { signal } from '../../signals/signal.ts';
import type { Database } from '../../storage/database.ts';
import { requireCurrentSchema } from '../../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { McpResource } from './mcp-resource.ts';
import { mcpRoutes } from './mcp-routes.ts';

class Leaf extends object(
  { title: text({ required: true }), owner: text({ required: true }) },
  {
    table: 'leaves',
    api: true,
    mcp: true,
    access: { read: 'viewer', create: 'editor', update: 'editor', visible: ({ caller }) => where('owner', 'in', [caller.id ?? '', 'all']) },
  },
) {
  static readonly operations: Operations<Leaf> = { written: { method: 'GET' }, burn: { access: 'editor' } };

  protected override async afterSave({ database }: SaveContext): Promise<void> {
    signal(database, 'leaves', this.id);
  }
  async written(): Promise<object> {
    return { markdown: `# ${this.title}` };
  }
  async burn(): Promise<this> {
    return this;
  }
}
class Leaves extends collection(Leaf) {
  static readonly operations: Operations<Leaves> = { tallest: { method: 'GET', access: 'viewer' } };
  async tallest(): Promise<object> {
    return { title: 'Oak' };
  }
}

const table = operationTable([Leaves]);
const KINDS: readonly McpResource[] = [
  {
    path: 'leaves/{id}',
    name: 'A leaf',
    description: 'As Markdown.',
    operation: 'leaves.written',
    mimeType: 'text/markdown',
    text: 'markdown',
    isListed: true,
    changes: 'leaves',
  },
  { path: 'leaves/{id}/record', name: 'A record', description: 'As JSON.', operation: 'leaves.get', mimeType: 'application/json' },
  { path: 'tallest', name: 'The tallest', description: 'As JSON.', operation: 'leaves.tallest', mimeType: 'application/json' },
];

describeOnEveryDatabase('resources', (open) => {
  let database: Database;
  let url: string;
  let stop: () => Promise<void>;
  let callers: Map<string, Caller>;
  const closing = new AbortController();
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, table.schema);
    const authenticate = (request: Request): Caller => {
      const caller = callers.get(request.headers.get('authorization')?.slice('Bearer '.length) ?? '');
      if (!caller) throw new UnauthenticatedError();
      return caller;
    };
    const app = new Hono();
    const routes = mcpRoutes({ table, database, authenticate, name: 'trees', version: '1', resources: KINDS, closing: closing.signal });
    app.route('/api/mcp', routes);
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
    stop = async () => {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      (server as Server).closeAllConnections();
      await closed;
    };
  });
  afterAll(() => stop());
  beforeEach(async () => {
    await database.run({ sql: 'DELETE FROM leaves', parameters: [] });
    callers = new Map(
      (['ada', 'eve'] as const).map((id) => [id, { kind: 'user', id, name: id, tenantId: null, role: 'editor' } satisfies Caller]),
    );
  });
  const leaf = async (title: string, owner = 'ada'): Promise<string> => (await new Leaves(database).add({ title, owner })).id;
  async function connect(as: string, mode: '2026-07-28' | 'legacy' = '2026-07-28'): Promise<Client> {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: mode === 'legacy' ? mode : { pin: mode } } });
    const requestInit = { headers: { Authorization: `Bearer ${as}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return client;
  }

  it.each(['2026-07-28', 'legacy'] as const)('are listed and read with the permissions of the caller, in the protocol %s', async (mode) => {
    const id = await leaf('Oak/ä');
    const hidden = await leaf('Elm', 'eve');
    const client = await connect('ada', mode);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'trees://leaves/{id}',
      'trees://leaves/{id}/record',
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, name, mimeType }) => [uri, name, mimeType])).toEqual([
      ['trees://tallest', 'The tallest', 'application/json'],
      [`trees://leaves/${id}`, 'Oak/ä', 'text/markdown'],
    ]);
    expect((await client.readResource({ uri: `trees://leaves/${id}` })).contents).toEqual([
      { uri: `trees://leaves/${id}`, mimeType: 'text/markdown', text: '# Oak/ä' },
    ]);
    const [record] = (await client.readResource({ uri: `trees://leaves/${id}/record` })).contents;
    expect(JSON.parse((record as { text: string }).text)).toMatchObject({ id, title: 'Oak/ä', rev: 1 });
    expect((await client.readResource({ uri: 'trees://tallest' })).contents).toMatchObject([{ text: '{"title":"Oak"}' }]);
    for (const uri of [
      `trees://leaves/${hidden}`,
      'trees://leaves/',
      'trees://nothing',
      'other://tallest',
      'trees://leaves/%zz',
      'trees://leaves/%00',
    ])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602, data: { uri } });
    callers.set('ada', { ...(callers.get('ada') as Caller), role: null });
    await expect(client.readResource({ uri: `trees://leaves/${id}` })).rejects.toMatchObject({ code: -32602 });
    expect((await client.listResources()).resources).toEqual([]);
    await client.close();
  });

  it('are listed in pages, the latest first', async () => {
    for (let index = 0; index < 60; index += 1) await leaf(`Leaf ${index}`);
    const client = await connect('ada');
    const { resources } = await client.listResources();
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(61);
    await client.close();
  });

  it('are followed: who may read one is told when it changes, and nobody else', async () => {
    const [own, shared, hidden] = [await leaf('Own'), await leaf('Shared', 'all'), await leaf('Hidden', 'eve')];
    const told: string[] = [];
    let wake: () => void = () => undefined;
    const client = await connect('ada');
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri);
      wake();
    });
    const next = (): Promise<void> => new Promise((resolve) => (wake = resolve));
    const uris = [own, shared, hidden, 'nothing'].map((id) => `trees://leaves/${id}`);
    const subscription = await client.listen({ resourceSubscriptions: uris });
    const leaves = new Leaves(database);
    let arrived = next();
    await leaves.update(hidden, { title: 'Secret' });
    await leaves.update(own, { title: 'Owned' });
    await arrived;
    expect(told).toEqual([`trees://leaves/${own}`]);
    // What may be read no longer is not told of either.
    await leaves.update(own, { owner: 'eve' });
    arrived = next();
    await leaves.update(own, { title: 'Gone' });
    await leaves.update(shared, { title: 'Together' });
    await arrived;
    expect(told.at(-1)).toBe(`trees://leaves/${shared}`);
    expect(told.filter((uri) => uri === `trees://leaves/${hidden}`)).toEqual([]);
    // Whoever loses access is told nothing more: the stream ends.
    const before = told.length;
    callers.delete('ada');
    await leaves.update(shared, { title: 'Apart' });
    await subscription.closed;
    expect(told).toHaveLength(before);
    await client.close();
  });

  it('are followed in at most four streams of twenty', async () => {
    const client = await connect('eve');
    const uri = `trees://leaves/${await leaf('Oak', 'eve')}`;
    await expect(
      client.listen({ resourceSubscriptions: Array.from({ length: 21 }, (_, index) => `trees://leaves/${index}`) }),
    ).rejects.toThrow();
    const streams = [];
    for (let count = 0; count < 4; count += 1) streams.push(await client.listen({ resourceSubscriptions: [uri] }));
    await expect(client.listen({ resourceSubscriptions: [uri] })).rejects.toThrow();
    await Promise.all(streams.map((stream) => stream.close()));
    await client.close();
  });

  it('need operations that read', () => {
    const [kind] = KINDS as readonly [McpResource];
    const started = (operation: string) => () =>
      mcpRoutes({
        table,
        database,
        authenticate: () => callers.get('ada') as Caller,
        name: 'trees',
        version: '1',
        resources: [{ ...kind, operation }],
      });
    expect(started('leaves.burn')).toThrow('the resource leaves/{id} needs an operation that reads: leaves.burn is none');
    expect(started('leaves.nothing')).toThrow('leaves.nothing is none');
  });
});
