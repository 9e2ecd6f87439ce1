import { ROLES, type Role } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, run, settle, type Shops, tagShop, townTable, treeOf } from '../testing/town.ts';
import type { Tags } from './tags.ts';

type Caller = Role | 'anonymous';
type Listed = { items: Record<string, unknown>[]; count: number; limit: number; offset: number; nextCursor?: string };

describe('the operations of tags', () => {
  it('are routes under the slug and under the collection', () => {
    const routes = townTable.operations
      .filter(({ resource, exposed }) => resource.slug.startsWith('tag') && exposed.api)
      .map(
        ({ resource, scope, method, path }) => `${method} /${[resource.slug, ...(scope === 'item' ? ['{key}'] : []), ...path].join('/')}`,
      );
    expect(routes.sort()).toEqual(
      [
        'GET /tags',
        'POST /tag-aliases/bulk',
        'POST /tags',
        'GET /tags/{key}',
        'PUT /tags/{key}',
        'DELETE /tags/{key}',
        'GET /tags/{key}/hierarchy',
        'GET /tags/{key}/children',
        'GET /tags/{key}/aliases',
        'POST /tags/{key}/aliases',
        'GET /tags/{key}/metadata',
        'PUT /tags/{key}/metadata',
        'PATCH /tags/{key}/metadata',
        'POST /tags/{key}/move',
        'POST /tags/{key}/split',
        'POST /tags/{key}/merge',
        'GET /tags/roots',
        'POST /tags/bulk',
        'POST /tags/cleanup',
        'GET /tags/search-by-alias',
        'GET /tags/skos',
        'POST /tags/skos',
        'GET /tag-aliases',
        'POST /tag-aliases',
        'GET /tag-aliases/{key}',
        'DELETE /tag-aliases/{key}',
      ].sort(),
    );
  });

  it('are all MCP tools and commands too', () => {
    for (const slug of ['tags', 'tag-aliases']) {
      for (const { exposed } of townTable.resource(slug)?.operations ?? []) {
        expect([exposed.mcp, exposed.cli]).toEqual([exposed.api, exposed.api]);
      }
    }
    expect(townTable.warnings).toEqual([]);
  });
});

describeOnEveryDatabase('running the operations of tags', (open) => {
  let tags: Tags;
  let shops: Shops;

  beforeAll(async () => {
    ({ tags, shops } = await settle(open));
  });
  beforeEach(async () => {
    for (const tag of (await tags.listTags()).reverse()) await tag.delete();
    await tags.bulkCreateTags([
      { slug: 'science', name: 'Science' },
      { slug: 'physics', name: 'Physics', parent_slug: 'science', metadata: { colour: 'blue' } },
      { slug: 'optics', name: 'Optics', parent_slug: 'physics' },
      { slug: 'acoustics', name: 'Acoustics', parent_slug: 'physics' },
    ]);
  });

  const reads: [string, { key?: string; input?: unknown }][] = [
    ['tags.list', {}],
    ['tags.get', { key: 'physics' }],
    ['tags.hierarchy', { key: 'physics' }],
    ['tags.children', { key: 'physics' }],
    ['tags.aliases', { key: 'physics' }],
    ['tags.getMetadata', { key: 'physics' }],
    ['tags.roots', {}],
    ['tags.findByAlias', { input: { alias: 'x' } }],
    ['tags.exportSkos', {}],
    ['tag-aliases.list', {}],
  ];
  const writes: [string, Role, { key?: string; input?: unknown }][] = [
    ['tags.create', 'editor', { input: { slug: 'arts', name: 'Arts' } }],
    ['tags.update', 'editor', { key: 'physics', input: { name: 'Natural philosophy' } }],
    ['tags.addAlias', 'editor', { key: 'physics', input: { alias: 'Physik', language: 'de' } }],
    ['tags.setMetadata', 'editor', { key: 'physics', input: { colour: 'red' } }],
    ['tags.updateMetadata', 'editor', { key: 'physics', input: { colour: 'red' } }],
    ['tags.move', 'editor', { key: 'optics', input: { new_parent_slug: null } }],
    ['tags.bulk', 'editor', { input: { tags: [{ slug: 'arts', name: 'Arts' }] } }],
    ['tags.importSkos', 'editor', { input: { '@graph': [] } }],
    ['tag-aliases.create', 'editor', { input: { tag_slug: 'physics', alias: 'fysik' } }],
    ['tags.merge', 'admin', { key: 'optics', input: { to_slug: 'acoustics' } }],
    ['tags.cleanup', 'admin', {}],
    ['tags.delete', 'admin', { key: 'optics' }],
  ];

  it.each(reads)('%s requires no role', async (id, request) => {
    for (const as of ['anonymous', 'viewer'] as const) await run(tags.database, id, { as, ...request });
  });

  it.each(writes)('%s requires the role %s', async (id, least, request) => {
    const before = await treeOf(tags);
    for (const as of ['anonymous', ...ROLES.slice(0, ROLES.indexOf(least))] as Caller[]) {
      expect(await faultOf(run(tags.database, id, { as, ...request }))).toMatchObject({ status: as === 'anonymous' ? 401 : 403 });
    }
    expect(await treeOf(tags)).toEqual(before);
    await run(tags.database, id, { as: least, ...request });
  });

  it('PUT with another parent is a move with the same rules', async () => {
    const moved = await run(tags.database, 'tags.update', { as: 'editor', key: 'optics', input: { parent_slug: 'acoustics' } });
    expect(moved).toMatchObject({ parent_slug: 'acoustics', level: 3 });
    expect(await faultOf(run(tags.database, 'tags.update', { key: 'science', input: { parent_slug: 'optics' } }))).toMatchObject({
      status: 422,
      pointers: ['/parent_slug'],
      codes: ['cycle'],
    });
    await run(tags.database, 'tags.update', { key: 'acoustics', input: { parent_slug: null } });
    expect(await treeOf(tags)).toEqual(['acoustics<@0', 'optics<acoustics@1', 'physics<science@1', 'science<@0']);
  });

  it('accepts an unchanged record, and rejects another level, key or context', async () => {
    const read = await run(tags.database, 'tags.get', { key: 'optics' });
    expect(await run(tags.database, 'tags.update', { key: 'optics', input: read })).toEqual(read);
    for (const [name, value] of Object.entries({ level: 5, slug: 'x', context: 'y', rev: 9, created_at: '2020-01-01T00:00:00.000Z' })) {
      expect(await faultOf(run(tags.database, 'tags.update', { key: 'optics', input: { [name]: value } })), name).toMatchObject({
        status: 422,
        pointers: [`/${name}`],
      });
    }
    for (const level of [-1, 4]) {
      expect(await faultOf(run(tags.database, 'tags.create', { input: { slug: 'n', name: 'N', level } }))).toMatchObject({
        status: 422,
        pointers: ['/level'],
      });
    }
  });

  it('moves and merges only the revision that the caller read', async () => {
    expect(
      await faultOf(run(tags.database, 'tags.move', { key: 'optics', input: { new_parent_slug: null }, expectedRev: 7 })),
    ).toMatchObject({ status: 412 });
    expect(await faultOf(run(tags.database, 'tags.merge', { key: 'optics', input: { to_slug: 'physics' }, expectedRev: 7 }))).toMatchObject(
      { status: 412 },
    );
    const moved = await run(tags.database, 'tags.move', { key: 'optics', input: { new_parent_slug: null }, expectedRev: 1 });
    expect(moved).toMatchObject({ slug: 'optics', parent_slug: null, level: 0, rev: 2 });
    expect(await run(tags.database, 'tags.merge', { key: 'optics', input: { to_slug: 'physics' }, expectedRev: 2 })).toMatchObject({
      slug: 'physics',
    });
  });

  it('responds with 404 for an unknown tag, and names other faults', async () => {
    for (const id of ['tags.hierarchy', 'tags.children', 'tags.aliases', 'tags.getMetadata', 'tags.get']) {
      expect(await faultOf(run(tags.database, id, { key: 'nowhere' })), id).toMatchObject({ status: 404 });
    }
    expect(await faultOf(run(tags.database, 'tags.move', { key: 'optics', input: {} }))).toMatchObject({
      status: 422,
      pointers: ['/new_parent_slug'],
    });
    expect(await faultOf(run(tags.database, 'tags.move', { key: 'optics', input: { new_parent_slug: null, level: 2 } }))).toMatchObject({
      status: 422,
      pointers: ['/level'],
    });
    expect(await faultOf(run(tags.database, 'tags.merge', { key: 'optics', input: { to_slug: 'nowhere' } }))).toMatchObject({
      status: 404,
      pointers: ['/to_slug'],
    });
    expect(await faultOf(run(tags.database, 'tags.children', { key: 'physics', input: { limit: '-1' } }))).toMatchObject({
      status: 400,
      pointers: ['/limit'],
    });
    expect(await faultOf(run(tags.database, 'tags.children', { key: 'physics', input: { colour: 'red' } }))).toMatchObject({
      status: 400,
      pointers: ['/colour'],
    });
    expect(await faultOf(run(tags.database, 'tags.findByAlias', {}))).toMatchObject({ status: 400, pointers: ['/alias'] });
    expect(await faultOf(run(tags.database, 'tags.findByAlias', { input: { alias: 'x', language: 'english' } }))).toMatchObject({
      status: 400,
      pointers: ['/language'],
    });
    expect(await faultOf(run(tags.database, 'tags.bulk', { input: { tags: [{ slug: 'x', name: 'X', level: 2 }] } }))).toMatchObject({
      status: 422,
      pointers: ['/tags/0/level'],
    });
  });

  it('pages children, roots and aliases like every list', async () => {
    const first = await run<Listed>(tags.database, 'tags.children', { key: 'physics', input: { limit: '1' } });
    expect(first).toMatchObject({ count: 2, limit: 1, offset: 0 });
    expect(first.items.map((tag) => tag['slug'])).toEqual(['acoustics']);
    const second = await run<Listed>(tags.database, 'tags.children', { key: 'physics', input: { limit: 1, cursor: first.nextCursor } });
    expect(second.items.map((tag) => tag['slug'])).toEqual(['optics']);
    expect(second.nextCursor).toBeUndefined();
    const roots = await run<Listed>(tags.database, 'tags.roots', { input: { context: 'global' } });
    expect(roots.items.map((tag) => tag['slug'])).toEqual(['science']);
    expect((await run<Listed>(tags.database, 'tags.roots', { input: { context: 'elsewhere' } })).count).toBe(0);
    await run(tags.database, 'tags.addAlias', { key: 'physics', input: { alias: 'Physik', language: 'de' } });
    await run(tags.database, 'tags.addAlias', { key: 'physics', input: { alias: 'φυσική', language: 'el' } });
    const aliases = await run<Listed>(tags.database, 'tags.aliases', { key: 'physics', input: { language: 'de' } });
    expect(aliases.items).toMatchObject([{ tag_slug: 'physics', alias: 'Physik', language: 'de', context: null }]);
    expect(aliases.items[0]).not.toHaveProperty('alias_folded');
    const found = await run<Listed>(tags.database, 'tags.findByAlias', { input: { alias: 'PHYSIK', language: 'de' } });
    expect(found).toMatchObject({ count: 1, items: [{ slug: 'physics', level: 1, metadata: { colour: 'blue' } }] });
    expect((await run<Listed>(tags.database, 'tags.findByAlias', { input: { alias: 'PHYSIK', language: 'fr' } })).count).toBe(0);
  });

  it('reads, replaces and merges metadata as plain objects', async () => {
    expect(await run(tags.database, 'tags.getMetadata', { key: 'physics' })).toEqual({ colour: 'blue' });
    expect(await run(tags.database, 'tags.getMetadata', { key: 'optics' })).toEqual({});
    expect(await run(tags.database, 'tags.updateMetadata', { key: 'physics', input: { icon: 'atom' } })).toEqual({
      colour: 'blue',
      icon: 'atom',
    });
    expect(await run(tags.database, 'tags.setMetadata', { key: 'physics', input: { icon: 'atom' } })).toEqual({ icon: 'atom' });
    expect(await faultOf(run(tags.database, 'tags.setMetadata', { key: 'physics', input: { a: 'NUL\0' } }))).toMatchObject({ status: 422 });
    expect(
      await faultOf(run(tags.database, 'tags.setMetadata', { key: 'physics', input: JSON.parse('{"__proto__":{"x":1}}') })),
    ).toMatchObject({ status: 422 });
    expect(await faultOf(run(tags.database, 'tags.setMetadata', { key: 'physics', input: ['x'] }))).toMatchObject({ status: 422 });
  });

  it('allows adding and removing aliases, but not changing them', async () => {
    const alias = await run(tags.database, 'tag-aliases.create', {
      as: 'editor',
      input: { tag_slug: 'optics', alias: 'Optik', language: 'de' },
    });
    const id = String(alias['id']);
    expect(
      await faultOf(run(tags.database, 'tag-aliases.create', { input: { tag_slug: 'optics', alias: 'Optik', language: 'de' } })),
    ).toMatchObject({ status: 409 });
    expect(await faultOf(run(tags.database, 'tag-aliases.create', { input: { tag_slug: 'nowhere', alias: 'x' } }))).toMatchObject({
      status: 422,
      pointers: ['/tag_slug'],
    });
    expect(
      await faultOf(run(tags.database, 'tag-aliases.create', { input: { tag_slug: 'optics', alias: 'x', alias_folded: 'y' } })),
    ).toMatchObject({ status: 422, pointers: ['/alias_folded'] });
    expect(townTable.operation('tag-aliases.update')?.exposed).toEqual({ api: false, mcp: false, cli: false });
    await run(tags.database, 'tag-aliases.delete', { key: id });
    expect(await faultOf(run(tags.database, 'tag-aliases.get', { key: id }))).toMatchObject({ status: 404 });
  });

  it('cleans up, and returns the removed tags', async () => {
    const shop = await shops.add({ name: 'Lens grinder' });
    await tagShop(tags.database, shop.id, 'optics');
    expect(await run(tags.database, 'tags.cleanup')).toEqual({ removed: ['acoustics'], count: 1 });
    await shop.delete();
    expect(await run(tags.database, 'tags.cleanup', { input: { context: 'global' } })).toEqual({
      removed: ['optics', 'physics', 'science'],
      count: 3,
    });
  });
});
