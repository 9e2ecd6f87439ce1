import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { faultOf, settle, treeOf } from '../testing/town.ts';
import { Tag } from './tag.ts';
import type { Tags } from './tags.ts';

describeOnEveryDatabase('the vocabulary', (open) => {
  let tags: Tags;

  beforeAll(async () => {
    ({ tags } = await settle(open));
  });
  beforeEach(async () => {
    for (const tag of (await tags.listTags()).reverse()) await tag.delete();
  });

  it('creates a tag with defaults, and finds it by slug', async () => {
    const tag = await tags.createTag({ slug: 'open-source', name: 'Open source' });
    expect(tag.toJSON()).toMatchObject({
      slug: 'open-source',
      name: 'Open source',
      context: 'global',
      parent_slug: null,
      level: 0,
      description: null,
      metadata: null,
      rev: 1,
    });
    expect((await tags.getTag('open-source'))?.toJSON()).toEqual(tag.toJSON());
    expect(await tags.getTag('open-source', 'global')).toBeInstanceOf(Tag);
    expect(await tags.getTag('open-source', 'elsewhere')).toBeUndefined();
    expect(await tags.getTag('nothing')).toBeUndefined();
  });

  it('names every missing field, and rejects blank names, invalid slugs and unknown properties', async () => {
    expect((await faultOf(tags.createTag({} as never))).pointers).toEqual(['/slug', '/name']);
    expect(await faultOf(tags.createTag({ slug: 'x', name: ' ' }))).toMatchObject({ status: 422, pointers: ['/name'] });
    expect(await faultOf(tags.createTag({ slug: 'a/b', name: 'x' }))).toMatchObject({
      status: 422,
      pointers: ['/slug'],
      codes: ['not_a_slug'],
    });
    expect(await faultOf(tags.createTag({ slug: 'roots', name: 'x' }))).toMatchObject({
      status: 422,
      pointers: ['/slug'],
      codes: ['reserved'],
    });
    expect(await faultOf(tags.createTag({ slug: 'x', name: 'x', context: '' }))).toMatchObject({ status: 422, pointers: ['/context'] });
    expect(await faultOf(tags.createTag({ slug: 'x', name: 'x', parent_slug: '' }))).toMatchObject({
      status: 422,
      pointers: ['/parent_slug'],
    });
    expect(await faultOf(Promise.resolve().then(() => tags.createTag({ slug: 'x', name: 'x', colour: 'red' } as never)))).toMatchObject({
      status: 422,
      pointers: ['/colour'],
    });
  });

  it('keeps a slug unique across contexts, and names the context that has it', async () => {
    await tags.createTag({ slug: 'news', name: 'News', context: 'press' });
    const taken = await faultOf(tags.createTag({ slug: 'news', name: 'News' }));
    expect(taken).toMatchObject({ status: 409, code: 'not_unique', pointers: ['/slug'], message: expect.stringContaining('press') });
    expect(await faultOf(tags.getOrCreate('news'))).toMatchObject({ status: 409, message: expect.stringContaining('press') });
  });

  it('keeps a tag in its context', async () => {
    const tag = await tags.createTag({ slug: 'news', name: 'News' });
    tag.context = 'press';
    expect(await faultOf(tag.save())).toMatchObject({ status: 422, pointers: ['/context'], codes: ['read_only'] });
  });

  it('lists by context, parent and level, also beyond a page', async () => {
    await tags.bulkCreateTags([
      { slug: 'a', name: 'A' },
      { slug: 'b', name: 'B', parent_slug: 'a' },
      { slug: 'c', name: 'C', parent_slug: 'b' },
      { slug: 'd', name: 'D', parent_slug: 'a' },
      { slug: 'x', name: 'X', context: 'elsewhere' },
      { slug: 'y', name: 'Y', context: 'elsewhere', parent_slug: 'x' },
    ]);
    const slugs = async (found: Promise<Tag[]>) => (await found).map((tag) => tag.slug);
    expect(await slugs(tags.listTags())).toEqual(['a', 'x', 'b', 'd', 'y', 'c']);
    expect(await slugs(tags.listTags({ context: 'elsewhere' }))).toEqual(['x', 'y']);
    expect(await slugs(tags.listTags({ parent: 'a' }))).toEqual(['b', 'd']);
    expect(await slugs(tags.listTags({ level: 1, context: 'global' }))).toEqual(['b', 'd']);
    expect(await slugs(tags.getRootTags())).toEqual(['a']);
    expect(await slugs(tags.getRootTags('elsewhere'))).toEqual(['x']);
    expect(await slugs(tags.getChildTags('a'))).toEqual(['b', 'd']);
    expect(await slugs(tags.listByContext('global'))).toEqual(['a', 'b', 'd', 'c']);
    expect(await slugs(tags.listByContext('global', 'b'))).toEqual(['c']);
    expect(await slugs(tags.listByContext('global', null))).toEqual(['a']);
    await tags.bulkCreateTags(Array.from({ length: 1050 }, (_, number) => ({ slug: `n${number}`, name: `N${number}`, context: 'many' })));
    expect(await tags.getRootTags('many')).toHaveLength(1050);
  }, 60_000);

  it('changes name, description and metadata, and nothing else', async () => {
    await tags.createTag({ slug: 'a', name: 'A' });
    const changed = await tags.updateTag('a', { name: 'Alpha', description: 'First', metadata: { colour: 'red' } });
    expect(changed).toMatchObject({ name: 'Alpha', description: 'First', metadata: { colour: 'red' }, rev: 2 });
    expect(await faultOf(tags.updateTag('a', { context: 'x', level: 3, parent_slug: 'a' } as never))).toMatchObject({
      status: 422,
      pointers: ['/context', '/level', '/parent_slug'],
    });
    expect(await faultOf(tags.updateTag('nothing', { name: 'x' }))).toMatchObject({ status: 404 });
  });

  it('reads, replaces and merges metadata', async () => {
    await tags.createTag({ slug: 'a', name: 'A' });
    expect(await tags.getTagMetadata('a')).toEqual({});
    expect(await tags.setTagMetadata('a', { colour: 'red', size: { width: 1 } })).toEqual({ colour: 'red', size: { width: 1 } });
    expect(await tags.updateTagMetadata('a', { size: { height: 2 }, icon: null })).toEqual({
      colour: 'red',
      size: { height: 2 },
      icon: null,
    });
    expect(await tags.setTagMetadata('a', {})).toEqual({});
    expect(await faultOf(tags.getTagMetadata('nothing'))).toMatchObject({ status: 404 });
    expect(await faultOf(tags.setTagMetadata('nothing', {}))).toMatchObject({ status: 404 });
    expect(await faultOf(tags.updateTagMetadata('nothing', {}))).toMatchObject({ status: 404 });
  });

  it('loses no property to concurrent merges of metadata', async () => {
    await tags.createTag({ slug: 'a', name: 'A' });
    const names = Array.from({ length: 12 }, (_, number) => `p${number}`);
    await Promise.all(names.map((name) => tags.updateTagMetadata('a', { [name]: true })));
    expect(Object.keys(await tags.getTagMetadata('a')).sort()).toEqual([...names].sort());
  });

  it('creates a tree in any order, also below existing tags, and returns it in the given order', async () => {
    await tags.createTag({ slug: 'top', name: 'Top' });
    const made = await tags.bulkCreateTags([
      { slug: 'leaf', name: 'Leaf', parent_slug: 'branch' },
      { slug: 'branch', name: 'Branch', parent_slug: 'top', metadata: { kind: 'branch' } },
      { slug: 'other', name: 'Other' },
    ]);
    expect(made.map((tag) => tag.slug)).toEqual(['leaf', 'branch', 'other']);
    expect(await treeOf(tags)).toEqual(['branch<top@1', 'leaf<branch@2', 'other<@0', 'top<@0']);
    expect(await tags.bulkCreateTags([])).toEqual([]);
  });

  it('creates nothing of a batch with a fault, and names the entry', async () => {
    await tags.createTag({ slug: 'taken', name: 'Taken' });
    const good = { slug: 'good', name: 'Good' };
    const refused = async (batch: object[], status: number, pointer: string) => {
      expect(await faultOf(tags.bulkCreateTags(batch as never))).toMatchObject({ status, pointers: [pointer] });
      expect(await tags.count()).toBe(1);
    };
    await refused([good, { slug: 'taken', name: 'x' }], 409, '/tags/1/slug');
    await refused([good, { slug: 'b', name: 'B', parent_slug: 'nowhere' }], 422, '/tags/1/parent_slug');
    await refused(
      [
        { slug: 'b', name: 'B', parent_slug: 'c' },
        { slug: 'c', name: 'C', parent_slug: 'b' },
      ],
      422,
      '/tags/0/parent_slug',
    );
    await refused([good, { ...good }], 422, '/tags/1/slug');
    await refused([good, { slug: 'a b', name: 'x' }], 422, '/tags/1/slug');
    await refused([good, { slug: 'b', name: 'B', parent_slug: 'good', context: 'elsewhere' }], 422, '/tags/1/parent_slug');
    await refused([good, { slug: 'b' }], 422, '/tags/1/name');
  });

  it('returns or creates a tag, with a name derived from its slug', async () => {
    const made = await tags.getOrCreate('open-source');
    expect(made).toMatchObject({ name: 'Open Source', context: 'global', level: 0 });
    expect((await tags.getOrCreate('open-source')).created_at).toBe(made.created_at);
    expect(await tags.getOrCreate('logo', 'press', 'The logo')).toMatchObject({ name: 'The logo', context: 'press' });
    expect(await faultOf(tags.getOrCreate('not a slug'))).toMatchObject({ status: 422, pointers: ['/slug'] });
  });

  it('creates one tag for concurrent calls', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, (_, number) => tags.getOrCreate(`tag-${number % 4}`)));
    expect(new Set(results.map((tag) => tag.slug)).size).toBe(4);
    expect(await tags.count()).toBe(4);
    expect((await tags.listTags()).every((tag) => tag.rev === 1)).toBe(true);
  });

  it('ensures that tags exist in any context, with their names', async () => {
    await tags.createTag({ slug: 'news', name: 'The news', context: 'press' });
    await tags.ensureTags(['news', 'zebra', { slug: 'open-source', name: 'open source' }, 'zebra']);
    await tags.ensureTags([{ slug: 'open-source', name: 'other' }]);
    expect((await tags.listTags()).map(({ slug, name, context }) => [slug, name, context])).toEqual([
      ['news', 'The news', 'press'],
      ['open-source', 'open source', 'global'],
      ['zebra', 'Zebra', 'global'],
    ]);
    await tags.ensureTags([]);
    await Promise.all(Array.from({ length: 10 }, (_, number) => tags.ensureTags(number % 2 ? ['x', 'y', 'z'] : ['z', 'y', 'x'])));
    expect(await tags.count()).toBe(6);
  });

  it('applies the rules when saving a tag created with `new`', async () => {
    const tag = await tags.add({ slug: 'a', name: 'A' });
    expect(tag.isStored).toBe(true);
    expect(await faultOf(tags.add({ slug: 'b', name: 'B', parent_slug: 'b' }))).toMatchObject({ codes: ['cycle'] });
  });

  it('finds tags by full-text search', async () => {
    await tags.createTag({ slug: 'a', name: 'Open source', description: 'Software whose code is public' });
    await tags.createTag({ slug: 'b', name: 'Closed' });
    expect((await tags.list({ search: 'SOURCE' })).map((tag) => tag.slug)).toEqual(['a']);
    expect((await tags.list({ search: 'public' })).map((tag) => tag.slug)).toEqual(['a']);
  });
});
