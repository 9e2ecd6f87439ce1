import { Contents } from '@colophon/content';
import { openDatabase, type Operation, requireCurrentSchema } from '@colophon/core';
import { toolName } from '@colophon/core/mcp';
import { createToken } from '@colophon/identity';
import { Tags } from '@colophon/tags';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';

interface Bounds {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}
interface Command {
  readonly commandName: string;
  readonly parameters?: { readonly properties?: Readonly<Record<string, Bounds>> };
}

const MOST = { limit: 1000, offset: 1_000_000_000 } as const;
const NAMES = ['limit', 'offset'] as const;

/** Every operation that takes `limit` or `offset`: how many records a caller can ask for is bounded, and every surface says so. */
describe('the limits of lists', () => {
  const table = newsroomTable();
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let app: ReturnType<typeof createApp>;
  let headers: Record<string, string>;
  let commands: ReadonlyMap<string, Command>;
  let document: {
    readonly paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; schema: Bounds }[] }>>;
  };
  const ids = new Map<string, string>();
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await requireCurrentSchema(database, table.schema);
    const config = {
      port: 4000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:4000',
      databaseUrl: '',
      filesUrl: '',
      secret: 'x'.repeat(32),
      trustProxy: false,
      seed: 'none',
      jobsConcurrency: 0,
      logLevel: 'silent',
    } as const;
    app = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    const { token } = await createToken({ database, role: 'admin', tenantId: null, name: 'admin' });
    headers = { Host: 'localhost:4000', 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const draft = await new Contents(database).add({ title: 'Ours', type: 'article' });
    const tag = await new Tags(database).createTag({ slug: 'sea', name: 'Sea' });
    for (const slug of ['contents', 'articles']) ids.set(slug, draft.id);
    ids.set('tags', tag.slug);
    const discovered = (await (await app.request('/api/_resources', { headers })).json()) as {
      resources: { slug: string; commands: Command[] }[];
    };
    commands = new Map(
      discovered.resources.flatMap(({ slug, commands: all }) => all.map((command) => [`${slug} ${command.commandName}`, command] as const)),
    );
    document = (await (await app.request('/api/v1/openapi.json', { headers })).json()) as typeof document;
  });
  afterAll(() => database.close());

  const inDocument = (operation: Operation): readonly { name: string; schema: Bounds }[] => {
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    return all.find(({ operationId }) => operationId === operation.id)?.parameters ?? [];
  };

  it('are published by every operation of the table that has one, in discovery and OpenAPI', () => {
    let found = 0;
    for (const operation of table.operations) {
      const listed = commands.get(`${operation.resource.slug} ${operation.commandName}`)?.parameters?.properties ?? {};
      const described = new Map(inDocument(operation).map(({ name, schema }) => [name, schema]));
      for (const name of NAMES) {
        for (const bounds of [listed[name], described.get(name)]) {
          if (bounds === undefined) continue;
          found += 1;
          expect(bounds, `${operation.id} ${name}`).toMatchObject({
            type: 'integer',
            minimum: expect.any(Number),
            maximum: expect.any(Number),
          });
          expect(bounds.minimum, `${operation.id} ${name}`).toBeGreaterThanOrEqual(0);
          expect(bounds.maximum, `${operation.id} ${name}`).toBeLessThanOrEqual(MOST[name]);
        }
      }
    }
    expect(found).toBeGreaterThan(200);
  });

  const REQUIRED: Readonly<Record<string, Record<string, string>>> = { 'tags.findByAlias': { alias: 'sea' } };
  const lists = table.operations.filter(
    ({ method, scope, resource, exposed }) =>
      method === 'GET' && exposed.api && exposed.mcp && (scope === 'collection' || ['contents', 'tags'].includes(resource.slug)),
  );

  it.each(NAMES)('are kept over REST and MCP: %s', async (name) => {
    let asked = 0;
    for (const operation of lists) {
      const bounds = commands.get(`${operation.resource.slug} ${operation.commandName}`)?.parameters?.properties?.[name];
      const id = ids.get(operation.resource.slug);
      if (bounds?.maximum === undefined || (operation.scope === 'item' && id === undefined)) continue;
      for (const value of [-1, bounds.maximum + 1, 1e300, 'x']) {
        asked += 1;
        const given = { ...REQUIRED[operation.id], [name]: String(value) };
        const path = ['/api/v1', operation.resource.slug, ...(operation.scope === 'item' ? [id] : []), ...operation.path].join('/');
        const answer = await app.request(`${path}?${new URLSearchParams(given).toString()}`, { headers });
        expect(`${operation.id} ${name}=${value} ${answer.status}`).toBe(`${operation.id} ${name}=${value} 400`);
        const called = await app.request('/api/mcp/call', {
          method: 'POST',
          headers,
          body: JSON.stringify({
            name: toolName(operation),
            arguments: {
              ...REQUIRED[operation.id],
              ...(operation.scope === 'item' && { [operation.resource.definition.key]: id }),
              [name]: value,
            },
          }),
        });
        expect(await called.json(), `${operation.id} ${name}=${value} over MCP`).toMatchObject({
          isError: true,
          structuredContent: { status: 400, errors: expect.arrayContaining([expect.objectContaining({ pointer: `/${name}` })]) },
        });
      }
    }
    expect(asked).toBeGreaterThan(60);
  });
});
