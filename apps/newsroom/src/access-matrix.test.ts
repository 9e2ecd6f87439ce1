import { type Caller, makeCall, type Operation, openDatabase, refusalOf, requireCurrentSchema, type Role, ROLES } from '@colophon/core';
import { createTenant, createToken } from '@colophon/identity';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';
import { Contents } from '@colophon/content';
import { toolName } from '@colophon/core/mcp';

const table = newsroomTable();
const both = table.operations.filter((operation) => operation.exposed.api && operation.exposed.mcp);

/** Every operation × REST and MCP × every kind of caller: one decision, one code. */
describe('the access matrix', () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let app: ReturnType<typeof createApp>;
  const tokens = new Map<string, string>();
  let foreignId = '';

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
    const tenants = await Promise.all(['acme', 'other'].map((slug) => createTenant({ database, slug, name: slug })));
    for (const role of ROLES) tokens.set(role, (await createToken({ database, role, tenantId: tenants[0]?.id ?? null, name: role })).token);
    tokens.set('other tenant', (await createToken({ database, role: 'admin', tenantId: tenants[1]?.id ?? null, name: 'other' })).token);
    const draft = await new Contents(database).add({ title: 'Ours', type: 'article', tenantId: tenants[0]?.id ?? null } as never);
    foreignId = draft.id;
  });
  afterAll(() => database.close());

  const headers = (who: string): Record<string, string> => ({
    Host: 'localhost:4000',
    'Content-Type': 'application/json',
    ...(tokens.has(who) ? { Authorization: `Bearer ${tokens.get(who)}` } : {}),
  });

  async function overRest(operation: Operation, id: string, who: string): Promise<string> {
    const path = [
      '/api/v1',
      operation.resource.slug,
      ...(operation.scope === 'item' ? [id] : []),
      ...operation.path.map((segment) => segment.replace(/^\{\w+\}$/, 'x')),
    ].join('/');
    const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
    const response = await app.request(path, { method: operation.method, headers: headers(who), ...(hasBody ? { body: '{}' } : {}) });
    return response.ok ? 'ok' : `${response.status} ${((await response.json()) as { code: string }).code}`;
  }

  async function overMcp(operation: Operation, id: string, who: string): Promise<string> {
    const inPath = Object.fromEntries(
      operation.path.flatMap((segment) => (/^\{\w+\}$/.test(segment) ? [[segment.slice(1, -1), 'x']] : [])),
    );
    const input = { ...inPath, ...(operation.scope === 'item' ? { [operation.resource.definition.key]: id } : {}) };
    const response = await app.request('/api/mcp/call', {
      method: 'POST',
      headers: headers(who),
      body: JSON.stringify({ name: toolName(operation), arguments: input }),
    });
    const result = (await response.json()) as { isError?: boolean; structuredContent: { status: number; code: string } };
    return result.isError ? `${result.structuredContent.status} ${result.structuredContent.code}` : 'ok';
  }

  it.each(both.map((operation) => [operation.id, operation] as const))('%s gives one verdict on both surfaces', async (_id, operation) => {
    for (const who of ['anonymous', 'other tenant', ...ROLES]) {
      for (const id of operation.scope === 'item' ? ['nothing', foreignId] : ['']) {
        // An allowed removal leaves nothing for the second surface to find.
        if (operation.effects === 'destructive' && id === foreignId) continue;
        expect([who, id, await overMcp(operation, id, who)]).toEqual([who, id, await overRest(operation, id, who)]);
      }
    }
  });

  it.each(table.operations.map((operation) => [operation.id, operation] as const))(
    'reports in words which callers cannot use %s',
    (_id, operation) => {
      const [refused] = refusalOf(operation).split('. ');
      // No command (`set-statuses-action`) and no method (`setStatusesAction`).
      expect(refused).toMatch(/^You are not allowed to (?:[a-z]+|use "[a-z0-9 ]+" of)(?: [a-z]+)+\.?$/);
    },
  );

  it('reports in words what a caller is not permitted to do', async () => {
    const answer = await app.request(`/api/v1/contents/${foreignId}/translations/de`, { method: 'DELETE', headers: headers('viewer') });
    expect(await answer.json()).toMatchObject({ status: 403, detail: 'You are not allowed to use "remove translation" of contents.' });
    const bulk = await app.request('/api/v1/contents/status', { method: 'POST', headers: headers('viewer'), body: '{}' });
    expect(await bulk.json()).toMatchObject({
      status: 403,
      detail: 'You are not allowed to use "set statuses" of contents. It requires the role contributor.',
    });
  });

  it('shows a draft only to its tenant', async () => {
    const get = table.operation('contents.get') as Operation;
    const verdicts = Object.fromEntries(
      await Promise.all(['anonymous', 'other tenant', ...ROLES].map(async (who) => [who, await overRest(get, foreignId, who)])),
    );
    expect(verdicts).toEqual({
      anonymous: '404 not_found',
      'other tenant': '404 not_found',
      viewer: 'ok',
      contributor: 'ok',
      editor: 'ok',
      admin: 'ok',
    });
  });

  it.each<[Role, string]>([
    ['viewer', '403 forbidden'],
    ['contributor', '422 validation'],
    ['editor', '422 validation'],
    ['admin', '422 validation'],
  ])('lets a %s create content as the definition says', async (role, verdict) => {
    expect(await overRest(table.operation('contents.create') as Operation, '', role)).toBe(verdict);
  });

  it('runs in process for a caller with the same verdict', async () => {
    const { runOperation } = await import('@colophon/core');
    const viewer: Caller = { kind: 'token', id: 't', name: null, tenantId: null, role: 'viewer' };
    const run = runOperation(table.operation('tags.create') as Operation, { database, call: makeCall({ caller: viewer }), input: {} });
    await expect(run).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  });
});
