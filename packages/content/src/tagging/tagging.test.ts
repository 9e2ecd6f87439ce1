import { openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Contents } from '../index.ts';

describeOnEveryDatabase('tags of content', (open) => {
  let newsroom: Newsroom;
  let tags: Tags;
  let contents: Contents;
  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
    tags = new Tags(newsroom.database);
    contents = new Contents(newsroom.database);
  });

  const joined = async (id: string): Promise<string[]> => {
    const query = newsroom.database.dialect.builder
      .selectFrom('content_tags')
      .select('tag_slug')
      .where('content_id', '=', id)
      .orderBy('tag_slug');
    return (await newsroom.database.all(query.compile())).map((row) => String(row['tag_slug']));
  };

  describe('writing them', () => {
    it('creates unknown ones in context global and keeps the name that was written', async () => {
      const made = await contents.add({ title: 'One', tags: ['open source', '18F', 'user  research '] });
      expect(made.tags).toEqual(['open-source', '18f', 'user-research']);
      expect(await tags.get('open-source')).toMatchObject({ name: 'open source', context: 'global', parent_slug: null, level: 0 });
      expect(await tags.get('18f')).toMatchObject({ name: '18F' });
      expect(await tags.get('user-research')).toMatchObject({ name: 'user research' });
      expect(await joined(made.id)).toEqual(['18f', 'open-source', 'user-research']);
    });

    it('names a tag given by its slug as the slug reads', async () => {
      await contents.add({ title: 'Two', tags: ['press-freedom'] });
      expect(await tags.get('press-freedom')).toMatchObject({ name: 'Press Freedom' });
    });

    it('takes tags of any context that exist, and does not rename them', async () => {
      await tags.createTag({ slug: 'Ghent', name: 'City of Ghent', context: 'places' });
      const made = await contents.add({ title: 'Three', tags: ['Ghent', 'open source', 'OPEN SOURCE', ''] });
      expect(made.tags).toEqual(['Ghent', 'open-source']);
      expect(await tags.get('Ghent')).toMatchObject({ name: 'City of Ghent', context: 'places' });
    });

    it('keeps the join table in step with every change of the list', async () => {
      const made = await contents.add({ title: 'Four', tags: ['a', 'b', 'c'] });
      made.tags = ['c', 'd'];
      await made.save();
      expect(await joined(made.id)).toEqual(['c', 'd']);
      made.tags = [];
      await made.save();
      expect(await joined(made.id)).toEqual([]);
      await made.delete();
      expect(await tags.get('a')).toBeDefined();
    });

    it('creates no tag when the save fails', async () => {
      const result = await newsroom.run('contents.create', { input: { title: 'Five', slug: 'not a slug', tags: ['never-made'] } });
      expect(result.status).toBe(422);
      await contents.add({ title: 'Taken', slug: 'taken' });
      expect((await newsroom.run('contents.create', { input: { title: 'x', slug: 'taken', tags: ['never-made'] } })).status).toBe(409);
      expect(await tags.get('never-made')).toBeUndefined();
    });

    it('refuses a name that is too long, and what is no text, naming the item', async () => {
      const long = await newsroom.run('contents.create', { input: { title: 'Six', tags: ['ok', 'x'.repeat(201)] } });
      expect(long.error?.errors[0]).toMatchObject({ pointer: '/tags/1', code: 'too_big' });
      const number = await newsroom.run('contents.create', { input: { title: 'Six', tags: ['ok', 7] } });
      expect(number.error?.errors[0]).toMatchObject({ pointer: '/tags/1' });
      await expect(contents.add({ title: 'Six', tags: ['ok', 7] as never })).rejects.toMatchObject({ status: 422 });
    });

    it('lets a contributor use tags that are not there yet', async () => {
      const made = await newsroom.run('contents.create', { as: contributor(), input: { title: 'Seven', tags: ['brand new'] } });
      expect(made.value['tags']).toEqual(['brand-new']);
    });

    it('gives two writers of the same new tag one tag', async () => {
      await Promise.all(Array.from({ length: 6 }, (_, index) => contents.add({ title: `Race ${index}`, tags: ['raced', 'also raced'] })));
      expect(await tags.listTags({})).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'raced' })]));
    });
  });

  describe('when the vocabulary changes', () => {
    it('rewrites the lists at a merge, without revising the records', async () => {
      const both = await contents.add({ title: 'Both', tags: ['colour', 'x1', 'color'] });
      const one = await contents.add({ title: 'One', tags: ['x1', 'colour'], status: 'published' });
      const merged = await newsroom.run('tags.merge', { as: admin(), key: 'colour', input: { to_slug: 'color' } });
      expect(merged.error).toBeUndefined();
      expect((await contents.require(both.id)).toJSON()).toEqual({ ...both.toJSON(), tags: ['color', 'x1'] });
      expect((await contents.require(one.id)).toJSON()).toEqual({ ...one.toJSON(), tags: ['x1', 'color'] });
      expect(await joined(both.id)).toEqual(['color', 'x1']);
      expect(await joined(one.id)).toEqual(['color', 'x1']);
    });

    it('understands the old slug of a merged tag from then on', async () => {
      const made = await contents.add({ title: 'Old habits', tags: ['colour'] });
      expect(made.tags).toEqual(['color']);
      expect(await tags.get('colour')).toBeUndefined();
    });

    it('takes a deleted tag out of the lists, without revising the records', async () => {
      const made = await contents.add({ title: 'Deleted', tags: ['doomed', 'kept'] });
      await newsroom.run('tags.delete', { as: admin(), key: 'doomed' });
      const after = await contents.require(made.id);
      expect(after).toMatchObject({ tags: ['kept'], rev: made.rev, updated_at: made.updated_at });
      expect(await joined(made.id)).toEqual(['kept']);
    });

    it('does not let an edit begun before a merge bring the old tag back', async () => {
      const made = await contents.add({ title: 'In hand', tags: ['early', 'other'] });
      const inHand = await contents.require(made.id);
      await newsroom.run('tags.merge', { as: admin(), key: 'early', input: { to_slug: 'late' } }).then(async (first) => {
        if (first.status === 404) {
          await tags.createTag({ slug: 'late', name: 'late' });
          await newsroom.run('tags.merge', { as: admin(), key: 'early', input: { to_slug: 'late' } });
        }
      });
      inHand.title = 'In hand, edited';
      await inHand.save();
      expect((await contents.require(made.id)).tags).toEqual(['late', 'other']);
    });

    it('rewrites many records', async () => {
      await contents.transaction(async () => {
        for (let count = 0; count < 450; count += 1) await contents.add({ title: `Many ${count}`, tags: ['plenty'] });
      });
      await tags.createTag({ slug: 'lots', name: 'lots' });
      await newsroom.run('tags.merge', { as: admin(), key: 'plenty', input: { to_slug: 'lots' } });
      expect(
        (await contents.list({ where: { title: { like: 'Many %' } }, limit: 1000 })).filter(({ tags }) => tags.includes('plenty')),
      ).toEqual([]);
      expect(await contents.count({ where: { tags: 'lots' } })).toBe(450);
    });
  });

  it('filters lists by tag', async () => {
    await newsroom.run('contents.create', { as: editor(), input: { title: 'Filtered', tags: ['f one', 'f two'] } });
    const count = async (where: object) => (await newsroom.run('contents.list', { input: { where } })).count;
    expect(await count({ tags: 'f-one' })).toBe(1);
    expect(await count({ tags: { in: ['f-two', 'nothing'] } })).toBe(1);
    expect(await count({ tags: 'f' })).toBe(0);
  });

  it('filters lists by the old name of a tag that was merged away, wherever the filter names it', async () => {
    await newsroom.run('contents.create', { as: editor(), input: { title: 'Renamed', tags: ['old name', 'beside'] } });
    await tags.createTag({ slug: 'new-name', name: 'New name' });
    await newsroom.run('tags.merge', { as: admin(), key: 'old-name', input: { to_slug: 'new-name' } });
    const count = async (where: object) => (await newsroom.run('contents.list', { input: { where } })).count;
    for (const where of [
      { tags: 'new-name' },
      { tags: 'old-name' },
      { tags: 'Old Name' },
      { tags: { eq: 'old-name' } },
      { tags: { in: ['old-name', 'nothing'] } },
      { tags: { in: 'old-name,nothing' } },
      { all: [{ any: [{ tags: 'old-name' }, { title: 'nothing' }] }, { tags: 'beside' }] },
      { title: 'Renamed', not: { tags: 'f-one' } },
    ])
      expect([where, await count(where)]).toEqual([where, 1]);
    expect(await count({ title: 'Renamed', tags: { ne: 'old-name' } })).toBe(0);
    expect(await count({ title: 'Renamed', not: { tags: 'old-name' } })).toBe(0);
    expect((await newsroom.run('contents.list', { input: { where: { tags: 'a\0b' } } })).status).toBe(400);
  });
});

/** SQLite takes 32,766 values in a statement, the fewest of the two. */
it('cleans up more unused tags than a statement takes values, and leaves records and used tags alone', async () => {
  const { database } = await newsroomIn(await openDatabase('sqlite::memory:'));
  const tags = new Tags(database);
  const contents = new Contents(database);
  const used = await contents.add({ title: 'Still tagged', tags: ['still-used'] });
  const many = 33_000;
  const stamp = new Date().toISOString();
  await database.transaction(async () => {
    for (let start = 0; start < many; start += 1000) {
      const rows = Array.from({ length: 1000 }, (_, each) => {
        const slug = `left-${start + each}`;
        return { slug, name: 'Left over', context: 'global', level: 0, rev: 1, created_at: stamp, updated_at: stamp };
      });
      await database.run(database.dialect.builder.insertInto('tags').values(rows).compile());
    }
  });
  expect(await tags.cleanupUnusedTags()).toHaveLength(many);
  expect((await tags.listTags({})).map(({ slug }) => slug)).toEqual(['still-used']);
  expect(await contents.require(used.id)).toMatchObject({ tags: ['still-used'], rev: 1 });
  await database.close();
});
