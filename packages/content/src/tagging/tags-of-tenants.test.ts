import { anonymous, type Caller, type Database, type Operation, permits, ROLES } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { beforeAll, describe, expect, it } from 'vitest';
import { Contents } from '../index.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';

const TAG_RESOURCES = ['tags', 'tag-aliases'];

/** Names by which each owner's tags are found in any answer: no other text of these tests has them. */
const MARKS = { a: 'amber', b: 'birch', global: 'granite' } as const;
type Owner = keyof typeof MARKS;

/** A request of each operation, and what of the fixture it is about. */
type RequestFor = (fixture: Fixture) => { readonly key?: string; readonly input?: unknown };

/** The tags of one owner: one with a tag below it and an alias, and another one. */
interface Fixture {
  readonly slug: string;
  readonly other: string;
  readonly aliasId: string;
  readonly alias: string;
  /** Another tag, whose name anybody may come up with. */
  readonly plain: string;
}

const REQUESTS: Readonly<Record<string, RequestFor>> = {
  'tags.list': () => ({ input: { limit: 1000 } }),
  'tags.get': ({ slug }) => ({ key: slug }),
  'tags.create': ({ plain }) => ({ input: { slug: `${plain}-new`, name: 'New' } }),
  'tags.update': ({ slug }) => ({ key: slug, input: { name: 'Renamed' } }),
  'tags.delete': ({ slug }) => ({ key: slug }),
  'tags.hierarchy': ({ slug }) => ({ key: slug }),
  'tags.children': ({ slug }) => ({ key: slug }),
  'tags.aliases': ({ slug }) => ({ key: slug }),
  'tags.addAlias': ({ slug }) => ({ key: slug, input: { alias: 'Added' } }),
  'tags.getMetadata': ({ slug }) => ({ key: slug }),
  'tags.setMetadata': ({ slug }) => ({ key: slug, input: { a: 1 } }),
  'tags.updateMetadata': ({ slug }) => ({ key: slug, input: { a: 1 } }),
  'tags.move': ({ slug, other }) => ({ key: slug, input: { new_parent_slug: other } }),
  'tags.merge': ({ slug, other }) => ({ key: slug, input: { to_slug: other } }),
  'tags.split': ({ slug }) => ({ key: slug }),
  'tags.roots': () => ({ input: { limit: 1000 } }),
  'tags.bulk': ({ plain }) => ({ input: { tags: [{ slug: `${plain}-bulk`, name: 'New' }] } }),
  'tags.cleanup': () => ({ input: { context: 'nothing' } }),
  'tags.findByAlias': ({ alias }) => ({ input: { alias } }),
  'tags.exportSkos': () => ({ input: {} }),
  'tags.importSkos': ({ plain }) => ({
    input: { '@graph': [{ '@id': `urn:colophon:tag:${plain}`, '@type': 'skos:Concept', 'skos:prefLabel': 'Imported' }] },
  }),
  'tag-aliases.list': () => ({ input: { limit: 1000 } }),
  'tag-aliases.get': ({ aliasId }) => ({ key: aliasId }),
  'tag-aliases.create': ({ slug }) => ({ input: { tag_slug: slug, alias: 'Created' } }),
  'tag-aliases.delete': ({ aliasId }) => ({ key: aliasId }),
  'tag-aliases.bulk': ({ slug }) => ({ input: { aliases: [{ tag_slug: slug, alias: 'Bulk' }] } }),
};

/** Operations on all tags that a caller has, and those that make new ones: they are never about those of somebody else. */
const OF_THE_CALLER = new Set([
  'tags.list',
  'tags.create',
  'tags.roots',
  'tags.bulk',
  'tags.cleanup',
  'tags.findByAlias',
  'tags.exportSkos',
  'tag-aliases.list',
]);
/** A tag that the caller does not have is named in the input and not in the address. */
const NAMES_IN_INPUT = new Set(['tag-aliases.create', 'tag-aliases.bulk']);

describeOnEveryDatabase('the tags of several publishers', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let count = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const run = (id: string, as: Caller, key?: string, input?: unknown) =>
    newsroom.run(id, { as, ...(key === undefined ? {} : { key }), ...(input === undefined ? {} : { input }) });
  const piece = async (as: Caller, tags: readonly string[], status = 'published'): Promise<string> => {
    const made = await run('contents.create', as, undefined, { title: `Secret of ${as.tenantId} ${(count += 1)}`, type: 'article', tags });
    const key = String(made.value['id']);
    if (status === 'published') expect((await run('contents.update', as, key, { status })).status).toBe(200);
    return key;
  };
  /** Tags that nothing else in this suite has. */
  const fresh = (name = 'tag'): string => `${name}-${(count += 1)}`;
  const create = async (as: Caller, slug: string, more: object = {}) =>
    run('tags.create', as, undefined, { slug, name: `Name ${slug}`, ...more });
  const logOf = async (tenantId: string | null, slug: string) =>
    (
      await run('audit-entries.list', admin(tenantId), undefined, { where: { objectType: 'tags', objectId: slug }, orderBy: 'created_at' })
    ).items.map(({ action, after }) => ({ action, after }));
  const joinedTo = async (slug: string): Promise<number> => {
    const query = database.dialect.builder.selectFrom('content_tags').select('content_id').where('tag_slug', '=', slug);
    return (await database.all(query.compile())).length;
  };

  describe('the access matrix', () => {
    const callers: readonly Caller[] = (['a', 'b', null] as const).flatMap((tenantId) => [
      anonymous(tenantId),
      ...ROLES.map((role): Caller => ({ kind: 'user', id: `${role}-${tenantId}`, name: role, tenantId, role })),
    ]);
    const operations = (): readonly Operation[] =>
      newsroom.table.operations.filter(({ resource, exposed }) => exposed.api && TAG_RESOURCES.includes(resource.slug));

    const fixtureOf = async (owner: Owner): Promise<Fixture> => {
      const as = admin(owner === 'global' ? null : owner);
      const [slug, other, alias, plain] = [fresh(MARKS[owner]), fresh(MARKS[owner]), fresh(`alias-${MARKS[owner]}`), fresh()];
      for (const each of [slug, other, plain]) expect((await create(as, each)).status).toBe(200);
      expect((await create(as, `${slug}-below`, { parent_slug: slug })).status).toBe(200);
      const added = await run('tags.addAlias', as, slug, { alias });
      return { slug, other, alias, plain, aliasId: String(added.value['id']) };
    };

    /** The decision for an operation that the caller's role allows. */
    const verdict = ({ id, effects }: Operation, owner: Owner, caller: Caller): number => {
      const isOwn = caller.tenantId === (owner === 'global' ? null : owner);
      if (id === 'tags.split') return owner === 'global' ? (isOwn ? 200 : 403) : isOwn ? 422 : 404;
      if (isOwn || OF_THE_CALLER.has(id)) return 200;
      if (owner === 'global') return effects === 'read' ? 200 : 403;
      // To import a slug that only another tenant has makes a tag of one's own.
      if (id === 'tags.importSkos') return 200;
      return NAMES_IN_INPUT.has(id) ? 422 : 404;
    };

    it('has a request for every operation on tags and aliases', () => {
      expect(
        operations()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(Object.keys(REQUESTS).sort());
    });

    it.each(Object.keys(REQUESTS))('decides %s by role and owner, and no answer has a name of another tenant', async (id) => {
      const operation = operations().find((each) => each.id === id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      const known = { a: await fixtureOf('a'), b: await fixtureOf('b'), global: await fixtureOf('global') };
      for (const caller of callers) {
        for (const owner of ['a', 'b', 'global'] as const) {
          const allowed = permits(operation.access, caller, undefined);
          const expected = allowed ? verdict(operation, owner, caller) : caller.kind === 'anonymous' ? 401 : 403;
          const isChange = operation.effects !== 'read' && expected === 200;
          const fixture = isChange ? await fixtureOf(owner) : known[owner];
          const { key, input } = REQUESTS[id]?.(fixture) ?? {};
          const answer = await run(id, caller, key, input);
          expect([caller.tenantId, caller.role, owner, answer.status, answer.error?.message]).toEqual([
            caller.tenantId,
            caller.role,
            owner,
            expected,
            answer.error?.message,
          ]);
          // What the caller wrote is theirs: everything else in the answer is the server's.
          const said = JSON.stringify([answer.value, answer.error?.errors, answer.error?.extensions]).replaceAll(fixture.slug, '');
          for (const other of ['a', 'b'] as const)
            if (other !== caller.tenantId)
              expect([caller.tenantId, caller.role, said.includes(MARKS[other])]).toEqual([caller.tenantId, caller.role, false]);
          expect(said).not.toContain(`${caller.tenantId}/`);
        }
      }
    });
  });

  it('have slugs of their own: only a global one is taken for all', async () => {
    const slug = fresh();
    expect((await create(editor('a'), slug)).value).toMatchObject({ slug, tenantId: 'a' });
    expect((await create(editor('b'), slug)).value).toMatchObject({ slug, tenantId: 'b' });
    expect(await create(editor('a'), slug)).toMatchObject({ status: 409, code: 'not_unique' });
    expect((await run('tags.get', editor('c'), slug)).status).toBe(404);
    const global = fresh();
    expect((await create(editor(), global)).value).toMatchObject({ slug: global, tenantId: null });
    expect(await create(editor('a'), global)).toMatchObject({ status: 409, code: 'not_unique' });
    expect((await run('tags.get', reader('a'), global)).value).toMatchObject({ slug: global, tenantId: null });
  });

  it('are what a slug means to their publisher; a global one that comes later changes nothing for it', async () => {
    const slug = fresh();
    await create(editor('a'), slug, { description: 'Ours' });
    await create(editor('a'), `${slug}-below`, { parent_slug: slug });
    const key = await piece(editor('a'), [slug]);
    expect((await create(editor(), slug, { description: 'Of all' })).status).toBe(200);
    await create(editor(), `${slug}-global`, { parent_slug: slug });
    for (const filter of [{ slug }, { slug: { in: [slug] } }, { slug: { like: `${slug}` } }, { slug: { gte: slug, lte: slug } }])
      expect((await run('tags.list', viewer('a'), undefined, { where: filter })).items).toMatchObject([{ slug, description: 'Ours' }]);
    expect((await run('tags.get', viewer('a'), slug)).value).toMatchObject({ description: 'Ours' });
    expect((await run('tags.get', viewer('b'), slug)).value).toMatchObject({ description: 'Of all' });
    const below = { where: { parent_slug: slug } };
    expect((await run('tags.list', viewer('a'), undefined, below)).items.map((tag) => tag['slug'])).toEqual([`${slug}-below`]);
    expect((await run('tags.list', viewer('b'), undefined, below)).items.map((tag) => tag['slug'])).toEqual([`${slug}-global`]);
    expect((await run('contents.list', viewer('a'), undefined, { where: { tags: slug } })).items.map(({ id }) => id)).toEqual([key]);
    expect([await joinedTo(`a/${slug}`), await joinedTo(slug)]).toEqual([1, 0]);
    // Sent back whole, with the parent as it is shown, nothing moves.
    const { value } = await run('tags.get', editor('a'), `${slug}-below`);
    expect((await run('tags.update', editor('a'), `${slug}-below`, value)).value).toMatchObject({ parent_slug: slug, rev: value['rev'] });
  });

  it('may be below global ones, never the other way round or below those of another', async () => {
    const [mine, theirs, global] = [fresh(), fresh(), fresh()];
    await create(editor('a'), mine);
    await create(editor('b'), theirs);
    await create(editor(), global);
    expect((await run('tags.move', editor('a'), mine, { new_parent_slug: global })).value).toMatchObject({ parent_slug: global, level: 1 });
    expect(await run('tags.move', editor('a'), mine, { new_parent_slug: theirs })).toMatchObject({ status: 422, code: 'parent_not_found' });
    expect(await run('tags.move', editor(), global, { new_parent_slug: mine })).toMatchObject({ status: 422, code: 'parent_not_found' });
    expect(await run('tags.merge', admin('a'), mine, { to_slug: theirs })).toMatchObject({ status: 404 });
    // A merge would give the global tag an alias.
    expect(await run('tags.merge', admin('a'), mine, { to_slug: global })).toMatchObject({ status: 403 });
    const { value } = await run('tags.hierarchy', viewer('b'), global);
    expect(JSON.stringify(value)).not.toContain(mine);
    // When the global one goes, those below it move up, and their owner's log has it.
    expect((await run('tags.delete', admin(), global)).status).toBe(200);
    expect((await run('tags.get', viewer('a'), mine)).value).toMatchObject({ parent_slug: null, level: 0 });
    expect((await logOf('a', mine)).map(({ action }) => action)).toEqual(['create', 'update', 'move']);
    expect((await logOf(null, mine)).map(({ action }) => action)).toEqual([]);
  });

  it('are renamed, merged and cleaned up without touching those of another with the same slug', async () => {
    const [from, to, unused] = [fresh(), fresh(), fresh()];
    const pieces = { a: await piece(editor('a'), [from]), b: await piece(editor('b'), [from]) };
    for (const tenantId of ['a', 'b']) {
      await create(editor(tenantId), to);
      await create(editor(tenantId), unused);
    }
    expect((await run('tags.update', editor('a'), from, { name: 'Renamed' })).status).toBe(200);
    expect((await run('tags.get', viewer('b'), from)).value).not.toMatchObject({ name: 'Renamed' });
    expect((await run('tags.merge', admin('a'), from, { to_slug: to })).value).toMatchObject({ slug: to, tenantId: 'a' });
    expect((await run('contents.get', viewer('a'), pieces.a)).value['tags']).toEqual([to]);
    expect((await run('contents.get', viewer('b'), pieces.b)).value['tags']).toEqual([from]);
    // The old slug finds the tag for its publisher alone.
    expect((await run('contents.list', viewer('a'), undefined, { where: { tags: from } })).count).toBe(1);
    expect((await run('tags.findByAlias', reader('b'), undefined, { alias: from })).items).toEqual([]);
    expect((await run('tags.cleanup', admin('a'), undefined, {})).value['removed']).toContain(unused);
    expect((await run('tags.get', viewer('b'), unused)).status).toBe(200);
    expect(await logOf('a', from)).toMatchObject([
      { action: 'create' },
      { action: 'update', after: { name: 'Renamed' } },
      { action: 'merge', after: { slug: to } },
    ]);
    expect((await logOf('b', from)).map(({ action }) => action)).toEqual(['create']);
  });

  it('have each change of a global one in the log of each publisher that uses it', async () => {
    const [slug, to] = [fresh(), fresh()];
    for (const each of [slug, to]) await create(editor(), each);
    await piece(editor('a'), [slug]);
    await piece(editor('b'), [slug], 'draft');
    await run('tags.update', admin(), slug, { name: 'Another' });
    await run('tags.merge', admin(), slug, { to_slug: to });
    for (const tenantId of ['a', 'b']) {
      expect(await logOf(tenantId, slug)).toMatchObject([
        { action: 'update', after: { name: 'Another' } },
        { action: 'merge', after: { slug: to } },
      ]);
    }
    expect(await logOf('c', slug)).toEqual([]);
    await run('tags.delete', admin(), to);
    expect(await logOf('b', to)).toMatchObject([{ action: 'delete' }]);
  });

  it('that only drafts have are named only to those who may read the drafts', async () => {
    const slug = fresh();
    const below = fresh();
    const key = await piece(editor('b'), [slug], 'draft');
    await create(editor('b'), below);
    await run('tags.move', editor('b'), slug, { new_parent_slug: below });
    await run('tags.addAlias', editor('b'), slug, { alias: `alias of ${slug}`, language: 'de' });
    const answersOf = async (as: Caller) => {
      const answers = [
        await run('tags.list', as, undefined, { limit: 1000 }),
        await run('tags.list', as, undefined, { search: slug }),
        await run('tags.get', as, slug),
        await run('tags.hierarchy', as, below),
        await run('tags.children', as, below, {}),
        await run('tags.aliases', as, slug, {}),
        await run('tag-aliases.list', as, undefined, { limit: 1000 }),
        await run('tags.roots', as, undefined, { limit: 1000 }),
        await run('tags.findByAlias', as, undefined, { alias: `alias of ${slug}` }),
        await run('tags.exportSkos', as, undefined, {}),
      ];
      return answers.filter(({ value }) => JSON.stringify(value).includes(slug)).length;
    };
    for (const as of [reader(), reader('b'), viewer('a'), admin('a'), contributor('a'), editor(), admin()])
      expect([as.id, as.tenantId, await answersOf(as)]).toEqual([as.id, as.tenantId, 0]);
    for (const as of [viewer('b'), editor('b')]) expect([as.id, await answersOf(as)]).toEqual([as.id, 9]);
    expect((await run('contents.update', editor('b'), key, { status: 'published', publish_date: '2099-01-01T00:00:00Z' })).status).toBe(
      200,
    );
    expect(await answersOf(reader('b'))).toBe(0);
    expect((await run('contents.update', editor('b'), key, { publish_date: '2020-01-01T00:00:00Z' })).status).toBe(200);
    expect(await answersOf(reader('b'))).toBe(9);
    // Another publisher never sees them.
    for (const as of [reader('c'), admin('a'), admin()]) expect(await answersOf(as)).toBe(0);
  });

  it('are hidden if they are global and only drafts of others have them', async () => {
    const slug = fresh();
    await create(editor(), slug);
    await piece(editor('b'), [slug], 'draft');
    for (const as of [reader('a'), viewer('a'), admin('a'), editor()])
      expect([as.id, (await run('tags.get', as, slug)).status]).toEqual([as.id, 404]);
    expect((await run('tags.get', viewer('b'), slug)).status).toBe(200);
    expect((await run('tags.get', admin(), slug)).status).toBe(200);
  });

  describe('written in a piece', () => {
    it('belong to the tenant of the piece, unless there is a global one', async () => {
      const [known, unknown] = [fresh(), fresh()];
      await create(editor(), known);
      const key = await piece(editor('a'), [known, unknown], 'draft');
      expect((await run('contents.get', viewer('a'), key)).value['tags']).toEqual([known, unknown]);
      expect([await joinedTo(known), await joinedTo(`a/${unknown}`), await joinedTo(unknown)]).toEqual([1, 1, 0]);
      // The application itself saves pieces of any tenant.
      const made = await new Contents(database).add({ title: 'By a job', tenantId: 'b', tags: [known, unknown] } as never);
      expect(made.tags).toEqual([known, unknown]);
      expect([await joinedTo(known), await joinedTo(`b/${unknown}`)]).toEqual([2, 1]);
    });

    it('are one for two writers of one publisher, and one each for two publishers', async () => {
      const slug = fresh();
      await Promise.all(['a', 'a', 'a', 'b', 'b'].map((tenantId) => piece(editor(tenantId), [slug], 'draft')));
      const all = await new Tags(database).list({ where: { slug: { like: `%${slug}` } }, orderBy: 'slug' });
      expect(all.map((tag) => tag.slug)).toEqual([`a/${slug}`, `b/${slug}`]);
    });

    it('are found by an alias of the own vocabulary first', async () => {
      const [mine, global, word] = [fresh(), fresh(), fresh()];
      await create(editor('a'), mine);
      await create(editor(), global);
      await run('tags.addAlias', editor(), global, { alias: word });
      expect((await run('contents.get', viewer('a'), await piece(editor('a'), [word]))).value['tags']).toEqual([global]);
      await run('tags.addAlias', editor('a'), mine, { alias: word });
      expect((await run('contents.get', viewer('a'), await piece(editor('a'), [word]))).value['tags']).toEqual([mine]);
      expect((await run('contents.get', viewer('b'), await piece(editor('b'), [word]))).value['tags']).toEqual([global]);
    });
  });

  it('come from a global one by a split, with aliases, uses and what was below, and no list of tags changes', async () => {
    const [slug, mine] = [fresh(), fresh()];
    await create(editor(), slug, { description: 'Of all' });
    await run('tags.addAlias', editor(), slug, { alias: `other ${slug}` });
    const pieces = {
      a: await piece(editor('a'), [slug]),
      b: await piece(editor('b'), [slug], 'draft'),
      none: await piece(editor(), [slug]),
    };
    await create(editor('a'), mine, { parent_slug: slug });
    expect((await run('tags.split', admin(), slug)).value).toEqual({
      slug,
      tenants: [
        { tenantId: 'a', uses: 1, children: 1, aliases: 1 },
        { tenantId: 'b', uses: 1, children: 0, aliases: 1 },
      ],
    });
    expect([await joinedTo(`a/${slug}`), await joinedTo(`b/${slug}`), await joinedTo(slug)]).toEqual([1, 1, 1]);
    expect((await run('contents.get', viewer('a'), pieces.a)).value['tags']).toEqual([slug]);
    expect((await run('tags.get', editor('a'), slug)).value).toMatchObject({ tenantId: 'a', description: 'Of all', level: 0 });
    expect((await run('tags.get', editor('a'), mine)).value).toMatchObject({ parent_slug: slug, level: 1 });
    expect((await run('tags.update', editor('a'), slug, { name: 'Ours now' })).status).toBe(200);
    expect((await run('tags.get', editor('c'), slug)).value).toMatchObject({ tenantId: null, name: `Name ${slug}` });
    expect((await run('tags.findByAlias', reader('a'), undefined, { alias: `other ${slug}` })).items).toMatchObject([{ tenantId: 'a' }]);
    expect((await logOf('a', slug)).map(({ action }) => action)).toEqual(['create', 'split', 'update']);
    // Once more, there is nothing to do.
    expect((await run('tags.split', admin(), slug)).value).toEqual({ slug, tenants: [] });
  });

  it('go out as SKOS under their slugs and come in again, for another publisher as its own', async () => {
    const [slug, below] = [fresh(), fresh()];
    const context = fresh();
    await create(editor('a'), slug, { context });
    await create(editor('a'), below, { context, parent_slug: slug });
    const { value } = await run('tags.exportSkos', reader('a'), undefined, { context });
    expect(JSON.stringify(value)).toContain(`urn:colophon:tag:${below}`);
    expect((await run('tags.importSkos', editor('a'), undefined, value)).value).toMatchObject({ created: 0, unchanged: 2 });
    expect((await run('tags.importSkos', editor('b'), undefined, value)).value).toMatchObject({ created: 2 });
    expect((await run('tags.get', viewer('b'), below)).value).toMatchObject({ tenantId: 'b', parent_slug: slug });
  });
});
