import { type Caller, type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../testing/town.ts';
import { Tags } from '../vocabulary/tags.ts';

/** A table of another program, which knows no more than that `tags.slug` is the key of a tag. */
describeOnEveryDatabase('a join table that another program made', (open) => {
  let database: Database;
  let tags: Tags;
  beforeAll(async () => {
    ({ database, tags } = await settle(open));
    await database.runScript([
      `CREATE TABLE recipe_tags (
        recipe_id integer NOT NULL,
        tag_slug text NOT NULL REFERENCES tags (slug) ON DELETE CASCADE,
        created_at text DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (recipe_id, tag_slug)
      )`,
    ]);
  });
  beforeEach(async () => {
    for (const tag of await tags.list({ limit: 1000 })) await tag.delete();
  });

  const editor = (tenantId: string | null): Caller => ({ kind: 'user', id: 'edna', name: 'Edna', tenantId, role: 'editor' });
  const tagsOf = (tenantId: string | null): Tags => new Tags(database, makeCall({ caller: editor(tenantId) }));
  const join = (recipe: number, slug: string): Promise<number> =>
    database.run(database.dialect.builder.insertInto('recipe_tags').values({ recipe_id: recipe, tag_slug: slug }).compile());
  const joined = async (): Promise<string[]> => {
    const query = database.dialect.builder.selectFrom('recipe_tags').select('tag_slug').orderBy('recipe_id');
    return (await database.all(query.compile())).map((row) => String(row['tag_slug']));
  };

  describe.each([
    ['without a tenant', null],
    ['of a tenant', 'paper'],
    ['of a tenant whose name has a slash', 'papers/north'],
  ])('and the tags %s', (_name, tenantId) => {
    it('refers to their keys, which the database enforces', async () => {
      const soup = await tagsOf(tenantId).createTag({ slug: 'soup', name: 'Soup' });
      await join(1, soup.slug);
      await expect(join(1, soup.slug)).rejects.toThrow();
      await expect(join(2, 'nothing')).rejects.toThrow();
    });

    it('finds the tag of a row by getTag, whoever asks that may read it', async () => {
      const soup = await tagsOf(tenantId).createTag({ slug: 'soup', name: 'Soup' });
      await join(1, soup.slug);
      const [slug = ''] = await joined();
      expect(await tags.getTag(slug)).toMatchObject({ name: 'Soup', tenantId });
      expect(await tagsOf(tenantId).getTag(slug)).toMatchObject({ name: 'Soup' });
      expect(await tagsOf(tenantId).getTag('soup')).toMatchObject({ name: 'Soup' });
      expect((await tagsOf('other').getTag(slug))?.name).toBe(tenantId === null ? 'Soup' : undefined);
      const byHand = `SELECT tags.name AS name FROM recipe_tags JOIN tags ON tags.slug = recipe_tags.tag_slug`;
      expect(await database.all({ sql: byHand, parameters: [] })).toEqual([{ name: 'Soup' }]);
    });

    it('loses its rows with the tag', async () => {
      const [soup, bread] = [await tagsOf(tenantId).createTag({ slug: 'soup', name: 'Soup' }), await tags.getOrCreate('bread')];
      await join(1, soup.slug);
      await join(1, bread.slug);
      await tagsOf(tenantId).deleteTag('soup');
      expect(await joined()).toEqual(['bread']);
      expect(await tagsOf(tenantId).getTag('soup')).toBeUndefined();
    });
  });

  it('is enough for a split to be of no use to it: its rows have no tenant', async () => {
    await tags.createTag({ slug: 'soup', name: 'Soup' });
    await join(1, 'soup');
    expect(await tags.splitTag('soup')).toEqual({ slug: 'soup', tenants: [] });
    expect(await joined()).toEqual(['soup']);
  });
});
