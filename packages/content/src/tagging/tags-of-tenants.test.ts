import type { Caller, Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';

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
  const fresh = (): string => `tag-${(count += 1)}`;
  const logOf = async (tenantId: string | null, slug: string) =>
    (
      await run('audit-entries.list', admin(tenantId), undefined, { where: { objectType: 'tags', objectId: slug }, orderBy: 'created_at' })
    ).items.map(({ action, before, after }) => ({ action, before, after }));

  describe('that another of them uses', () => {
    it('are renamed, moved, merged and deleted only by callers without a tenant', async () => {
      const [slug, own] = [fresh(), fresh()];
      await piece(editor('a'), [own]);
      await piece(editor('b'), [slug]);
      const attempts = {
        name: await run('tags.update', editor('a'), slug, { name: 'Another' }),
        metadata: await run('tags.setMetadata', editor('a'), slug, { a: 1 }),
        move: await run('tags.move', editor('a'), slug, { new_parent_slug: own }),
        merge: await run('tags.merge', admin('a'), slug, { to_slug: own }),
        delete: await run('tags.delete', admin('a'), slug),
      };
      for (const [name, { status, code, error }] of Object.entries(attempts)) {
        expect([name, status, code]).toEqual([name, 403, 'tag_of_others']);
        expect(`${error?.message} ${error?.hint}`).not.toMatch(/Secret|\bb\b/);
      }
      expect((await run('tags.update', editor(), slug, { name: 'Another' })).status).toBe(200);
      // Its own tag it may change; one below which another's is, it may not.
      expect((await run('tags.update', editor('a'), own, { name: 'Own' })).status).toBe(200);
      expect((await run('tags.move', editor(), slug, { new_parent_slug: own })).status).toBe(200);
      expect((await run('tags.delete', admin('a'), own)).code).toBe('tag_of_others');
      expect((await run('tags.delete', admin(), own)).status).toBe(200);
    });

    it('have each change in the log of each publisher that uses them', async () => {
      const [slug, to] = [fresh(), fresh()];
      await piece(editor('a'), [slug]);
      await piece(editor('b'), [slug], 'draft');
      await new Tags(database).ensureTags([to]);
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
      expect(await logOf('b', to)).toMatchObject([{ action: 'delete', before: { slug: to } }]);
    });

    it('stay so when the other uses them at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const slug = fresh();
        await piece(editor('a'), [slug]);
        const [renamed] = await Promise.all([run('tags.update', editor('a'), slug, { name: 'Another' }), piece(editor('b'), [slug])]);
        const { value } = await run('tags.get', admin(), slug);
        // Whichever was first: a change that was refused is not there, and one that was made came before the other used the tag.
        expect([200, 403]).toContain(renamed.status);
        expect(value['name'] === 'Another').toBe(renamed.status === 200);
        expect((await run('tags.update', editor('a'), slug, { name: 'Late' })).code).toBe('tag_of_others');
      }
    });
  });

  it('that only drafts have are named only to those who may read the drafts', async () => {
    const slug = fresh();
    const below = fresh();
    const key = await piece(editor('b'), [slug], 'draft');
    await new Tags(database).createTag({ slug: below, name: 'Below', parent_slug: null });
    await run('tags.move', editor('b'), slug, { new_parent_slug: below });
    await new Tags(database).addAlias(slug, `alias of ${slug}`, 'de');
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
    const total = async (as: Caller) => (await run('tags.list', as, undefined, { limit: 1 })).count;
    const before = await total(reader());
    for (const as of [reader(), reader('b'), viewer('a'), admin('a'), contributor('a'), editor()])
      expect([as.id, await answersOf(as)]).toEqual([as.id, 0]);
    for (const as of [viewer('b'), editor('b'), admin()]) expect([as.id, await answersOf(as)]).toEqual([as.id, 9]);
    // Another publisher can use the name that it came up with by itself.
    const other = await piece(editor('a'), [slug], 'draft');
    expect(other).toBeTruthy();
    expect(await answersOf(viewer('a'))).toBe(9);
    expect(await answersOf(reader('a'))).toBe(0);
    expect((await run('contents.update', editor('b'), key, { status: 'published', publish_date: '2099-01-01T00:00:00Z' })).status).toBe(
      200,
    );
    expect(await answersOf(reader('b'))).toBe(0);
    expect((await run('contents.update', editor('b'), key, { publish_date: '2020-01-01T00:00:00Z' })).status).toBe(200);
    expect(await answersOf(reader('b'))).toBe(9);
    // Tags are shared: what one publisher has published, all can read.
    expect(await answersOf(reader('c'))).toBe(9);
    expect(await total(reader('c'))).toBe(before + 1);
  });
});
