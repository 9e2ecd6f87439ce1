import { verifyDiscoveryArtifact } from '@colophon/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Caller } from '../../callers/caller.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { Books, Ledgers, type Library, libraryTable, Novels, startLibrary } from '../testing/library.ts';
import { AuditEntries } from '../../audit/audit-entry.ts';
import { discover, type DiscoveryOptions } from './discovery-routes.ts';

const EDITOR: Caller = { kind: 'token', id: 't', name: null, tenantId: null, role: 'editor' };

describe('discovery', () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());
  const catalog = async (as = 'editor') => (await library.request('GET', '/api/_resources', { as })).body;
  const options = (overrides: Partial<DiscoveryOptions> = {}): DiscoveryOptions => ({
    table: libraryTable,
    database: library.database,
    authenticate: () => anonymous(),
    ...overrides,
  });

  it('tells who is asking and what they may do, with an artifact that verifies', async () => {
    const body = await catalog();
    expect(body.user).toEqual({ authenticated: true, id: 'token-of-editor' });
    const verified = await verifyDiscoveryArtifact(body.artifact);
    expect(verified).toEqual({ user: body.user, warnings: body.warnings, resources: body.resources });
    expect(body.artifact).toMatchObject({
      schema: 'urn:colophon:discovery',
      version: 1,
      integrity: { algorithm: 'sha256', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
  });

  it('gives each command its identity, its route and flat parameters', async () => {
    const { resources } = await catalog();
    expect(resources.map((resource: { slug: string }) => resource.slug)).toEqual(['audit-entries', 'books', 'novels']);
    const books = resources.find((resource: { slug: string }) => resource.slug === 'books');
    expect(books).toMatchObject({ slug: 'books', className: 'Book', apiPath: 'books', label: 'Books' });
    const command = (name: string) => books.commands.find((each: { commandName: string }) => each.commandName === name);
    expect(command('list')).toMatchObject({ methodName: 'list', kind: 'crud', scope: 'collection', httpMethod: 'GET', pathSegments: [] });
    expect(Object.keys(command('list').parameters.properties).sort()).toEqual([
      'count',
      'cursor',
      'fields',
      'limit',
      'offset',
      'orderBy',
      'search',
      'where',
    ]);
    expect(command('list').parameters.properties.where).toMatchObject({ type: 'string', contentMediaType: 'application/json' });
    expect(command('create').parameters).toMatchObject({
      required: ['title'],
      properties: {
        title: { type: 'string', maxLength: 200 },
        pages: { type: ['integer', 'null'], minimum: 1 },
        tags: { type: 'array', items: { type: 'string' } },
        metadata: { type: ['string', 'null'], contentMediaType: 'application/json' },
        status: { enum: ['draft', 'published'] },
        hero: { type: ['string', 'null'] },
      },
      'x-requirements': { idempotencyKey: { header: 'Idempotency-Key', required: false } },
    });
    expect(command('update')).toMatchObject({
      httpMethod: 'PUT',
      scope: 'item',
      parameters: { 'x-requirements': { expectedVersion: { header: 'If-Match', required: false } } },
    });
    expect(command('lend')).toMatchObject({
      kind: 'custom',
      scope: 'item',
      httpMethod: 'POST',
      pathSegments: ['lend'],
      parameters: { 'x-requirements': { expectedVersion: { required: true } } },
    });
    expect(command('loans')).toMatchObject({ httpMethod: 'GET', pathSegments: ['loans', '{year}'] });
    expect(JSON.stringify(resources)).not.toMatch(/secret|anyOf|\$ref/);
  });

  it('answers 304 to its digest, and is never shared between callers by a cache', async () => {
    const first = await library.request('GET', '/api/_resources', { as: 'editor' });
    expect(first.headers.get('etag')).toBe(`"${first.body.artifact.integrity.digest}"`);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toContain('Authorization');
    const again = await library.request('GET', '/api/_resources', {
      as: 'editor',
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(
      (await library.request('GET', '/api/_resources', { as: 'admin', headers: { 'If-None-Match': first.headers.get('etag') ?? '' } }))
        .status,
    ).toBe(200);
  });

  it('gives anonymous callers nothing by default, and dead tokens 401', async () => {
    const { status, body } = await library.request('GET', '/api/_resources');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { authenticated: false }, warnings: [], resources: [] });
    expect((await library.request('GET', '/api/_resources', { as: 'dead' })).status).toBe(401);
  });

  it('filters commands and warnings by the policy', async () => {
    const payload = await discover(EDITOR, options({ policy: (_caller, operation) => operation.effects === 'read' }));
    const commands = payload.resources.flatMap((resource) => resource.commands.map((command) => command.httpMethod));
    expect(new Set(commands)).toEqual(new Set(['GET']));
  });

  it('leaves out what is for the in-process command line only, which the registry lists still', async () => {
    expect(JSON.stringify(await catalog('admin'))).not.toContain('edger');
    expect(libraryTable.localCommands.map((command) => `${command.slug} ${command.commandName}`)).toContain('ledgers list');
  });

  it('uses the one setting of kebab-case routes that the router uses', async () => {
    const plain = operationTable([AuditEntries, Books, Novels, Ledgers], { kebabRoutes: false });
    const payload = await discover(EDITOR, options({ table: plain }));
    expect(payload.resources.map((resource) => resource.apiPath)).toContain('audit_entries');
    expect(plain.resources.map((resource) => resource.slug)).toContain('audit_entries');
  });

  it('loads what is to be loaded before it answers', async () => {
    let loaded = 0;
    const { discoveryRoutes } = await import('./discovery-routes.ts');
    const routes = discoveryRoutes(options({ ensureLoaded: () => void (loaded += 1) }));
    await routes.request('/');
    expect(loaded).toBe(1);
  });
});
