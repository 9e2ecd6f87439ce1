import { setDefaultDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { Article, Content, Contents } from '../index.ts';

describeOnEveryDatabase('content records', (open) => {
  let newsroom: Newsroom;
  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
  });

  const create = async (input: Record<string, unknown>, as = editor()) => {
    const result = await newsroom.run('contents.create', { as, input });
    expect(result.error).toBeUndefined();
    return result.value;
  };

  describe('creating', () => {
    it('fills in what is not given', async () => {
      const made = await create({ title: 'Budget approved' });
      expect(made).toMatchObject({
        type: 'content',
        status: 'draft',
        state: 'active',
        body: '',
        bodyFormat: 'markdown',
        context: '',
        slug: 'budget-approved',
        tags: [],
        authors: [],
        metadata: {},
        publish_date: null,
        tenantId: null,
        rev: 1,
      });
      expect(made).not.toHaveProperty('ownerId');
      expect(made).toMatchObject({ createdBy: { id: 'edna-global' }, firstPublishedAt: null });
      expect(made).not.toHaveProperty('markdownSource');
    });

    it('takes the type to pick the class, and the collection to pick the type', async () => {
      await create({ title: 'By type', type: 'article' });
      const made = await newsroom.run('content-documents.create', { input: { title: 'A statute' } });
      expect(made.value).toMatchObject({ type: 'document', slug: 'a-statute' });
      const contents = new Contents(newsroom.database);
      expect(await contents.findBySlug('by-type')).toBeInstanceOf(Article);
      expect((await newsroom.run('articles.bySlug', { input: { slug: 'by-type' } })).status).toBe(200);
      expect((await newsroom.run('mirrors.bySlug', { input: { slug: 'by-type' } })).status).toBe(404);
      expect((await newsroom.run('content-documents.create', { input: { title: 'x', type: 'article' } })).status).toBe(422);
    });

    it('names every field at fault', async () => {
      const result = await newsroom.run('contents.create', {
        input: { title: '', slug: 'a/b', status: 'live', url: 'javascript:alert(1)', publish_date: 'soon', tags: 'news', surprise: 1 },
      });
      expect(result.status).toBe(422);
      const pointers = result.error?.errors.map((fault) => fault.pointer).toSorted();
      expect(pointers).toEqual(['/publish_date', '/slug', '/status', '/surprise', '/tags', '/title', '/url']);
    });

    it.each(['..', '.', 'a b', 'a/b', 'a\\b', 'a?b', 'a#b', 'a%2fb', 'a\nb'])('refuses %j as a slug', async (slug) => {
      expect((await newsroom.run('contents.create', { input: { title: 'Slug', slug } })).status).toBe(422);
    });
  });

  describe('slugs', () => {
    it('counts on where a title is taken already', async () => {
      const slugs = [];
      for (let count = 0; count < 4; count += 1) slugs.push((await create({ title: 'The same' }))['slug']);
      expect(slugs).toEqual(['the-same', 'the-same-2', 'the-same-3', 'the-same-4']);
    });

    it('answers 409 when a slug that was asked for is taken, naming the field', async () => {
      await create({ title: 'One', slug: 'asked-for' });
      const result = await newsroom.run('contents.create', { input: { title: 'Two', slug: 'asked-for' } });
      expect(result).toMatchObject({ status: 409, code: 'not_unique' });
      expect(result.error?.errors.map((fault) => fault.pointer)).toContain('/slug');
    });

    it('lets contexts and tenants have the same slug', async () => {
      await create({ title: 'Shared', slug: 'shared' });
      await create({ title: 'Shared', slug: 'shared', context: 'elsewhere' });
      await create({ title: 'Shared', slug: 'shared' }, editor('gazette'));
      expect((await newsroom.run('contents.create', { as: editor('gazette'), input: { title: 'x', slug: 'shared' } })).status).toBe(409);
    });

    it('gives each of many writers at once a slug of its own', async () => {
      const made = await Promise.all(Array.from({ length: 10 }, () => create({ title: 'All at once' })));
      expect(new Set(made.map((each) => each['slug'])).size).toBe(10);
    });

    it('makes a new one when it is emptied', async () => {
      const made = await create({ title: 'Old title' });
      const changed = await newsroom.run('contents.update', { key: String(made['id']), input: { title: 'New title', slug: '' } });
      expect(changed.value['slug']).toBe('new-title');
    });
  });

  describe('by-slug', () => {
    it('finds a record by slug and context', async () => {
      await create({ title: 'Here', slug: 'place', status: 'published' });
      await create({ title: 'There', slug: 'place', context: 'there', status: 'published' });
      expect((await newsroom.run('contents.bySlug', { as: reader(), input: { slug: 'place' } })).value['title']).toBe('Here');
      const there = await newsroom.run('contents.bySlug', { as: reader(), input: { slug: 'place', context: 'there' } });
      expect(there.value['title']).toBe('There');
    });

    it('prefers the tenant’s own record to a global one', async () => {
      await create({ title: 'Global', slug: 'both', status: 'published' });
      await create({ title: 'Ours', slug: 'both', status: 'published' }, editor('herald'));
      const find = async (tenant: string | null) =>
        (await newsroom.run('contents.bySlug', { as: reader(tenant), input: { slug: 'both' } })).value['title'];
      expect(await find('herald')).toBe('Ours');
      expect(await find('other')).toBe('Global');
      expect(await find(null)).toBe('Global');
    });

    it('returns what the key does, to staff and to readers, of a subclass too', async () => {
      const { id } = await create({ title: 'Same either way', type: 'article', status: 'published', metadata: { desk: 'city' } });
      for (const as of [editor(), reader(), viewer()])
        for (const collection of ['contents', 'articles']) {
          const bySlug = await newsroom.run(`${collection}.bySlug`, { as, input: { slug: 'same-either-way' } });
          expect(bySlug.value).toMatchObject({ title: 'Same either way', metadata: { desk: 'city' } });
          expect(bySlug).toEqual(await newsroom.run(`${collection}.get`, { as, key: String(id) }));
        }
    });

    it('is 404 when there is none and 400 without a slug', async () => {
      expect((await newsroom.run('contents.bySlug', { input: { slug: 'no-such' } })).status).toBe(404);
      expect((await newsroom.run('contents.bySlug', { input: {} })).status).toBe(400);
    });
  });

  describe('searching and filtering', () => {
    it('finds words of title, description and body, and weighs the title most', async () => {
      await create({ title: 'Nothing of note', body: 'A word about zeppelins, said in passing in a long text.' });
      await create({ title: 'Zeppelins over the harbour' });
      const found = await newsroom.run('contents.list', { input: { search: 'zeppelins' } });
      expect(found.items.map((item) => item['title'])).toEqual(['Zeppelins over the harbour', 'Nothing of note']);
    });

    it('leaves the body out of lists unless it is asked for', async () => {
      await create({ title: 'Bodily', body: 'text', category: 'bodies' });
      const plain = await newsroom.run('contents.list', { input: { where: { category: 'bodies' } } });
      expect(plain.items[0]).not.toHaveProperty('body');
      const asked = await newsroom.run('contents.list', { input: { where: { category: 'bodies' }, fields: 'title,body' } });
      expect(asked.items[0]).toMatchObject({ title: 'Bodily', body: 'text' });
    });

    it.each(['ownerId', 'firstPublishedAt', 'markdownSource', 'markdownSource.file'])('does not filter by the private %s', async (name) => {
      expect((await newsroom.run('contents.list', { input: { where: { [name]: 'x' } } })).status).toBe(400);
      expect((await newsroom.run('contents.list', { input: { orderBy: name } })).status).toBe(400);
    });
  });

  describe('deleting', () => {
    it('removes a draft that was never published', async () => {
      const made = await create({ title: 'Never mind' });
      expect((await newsroom.run('contents.delete', { as: admin(), key: String(made['id']) })).status).toBe(200);
      expect(await new Contents(newsroom.database).get(String(made['id']))).toBeUndefined();
    });

    it('keeps what was ever published, as deleted, and does so twice over', async () => {
      const made = await create({ title: 'Said once', status: 'published' });
      const key = String(made['id']);
      await newsroom.run('contents.update', { key, input: { status: 'draft' } });
      for (let times = 0; times < 2; times += 1) expect((await newsroom.run('contents.delete', { as: admin(), key })).status).toBe(200);
      expect((await newsroom.run('contents.get', { as: admin(), key })).value).toMatchObject({ status: 'deleted', rev: 3 });
      for (const as of [reader(), viewer(), contributor()]) expect((await newsroom.run('contents.get', { as, key })).status).toBe(404);
    });

    it('leaves deleted records out of lists, counts and by-slug unless the status is asked for', async () => {
      const made = await create({ title: 'Gone', status: 'published', category: 'gone' });
      await newsroom.run('contents.delete', { as: admin(), key: String(made['id']) });
      const list = (where: object, as = editor()) => newsroom.run('contents.list', { as, input: { where } });
      expect(await list({ category: 'gone' })).toMatchObject({ count: 0, items: [] });
      expect(await list({ category: 'gone', status: 'deleted' })).toMatchObject({ count: 1 });
      expect(await list({ all: [{ category: 'gone' }, { any: [{ status: { in: ['deleted'] } }] }] })).toMatchObject({ count: 1 });
      expect(await list({ category: 'gone', status: 'deleted' }, viewer())).toMatchObject({ count: 0 });
      expect((await newsroom.run('contents.bySlug', { input: { slug: 'gone' } })).status).toBe(404);
    });

    it('does not remove a draft that someone published in the meantime', async () => {
      const made = await create({ title: 'Raced' });
      const contents = new Contents(newsroom.database);
      const early = await contents.require(String(made['id']));
      await newsroom.run('contents.update', { key: String(made['id']), input: { status: 'published' } });
      await expect(early.delete()).rejects.toMatchObject({ status: 409 });
      expect(await contents.get(String(made['id']))).toBeDefined();
    });
  });

  describe('upserting', () => {
    it('makes a record once and updates it by slug and context afterwards', async () => {
      const contents = new Contents(newsroom.database);
      const first = await contents.getOrUpsert({ slug: 'about', context: 'pages', title: 'About', body: 'One' });
      const second = await contents.getOrUpsert({ slug: 'about', context: 'pages', title: 'About us', body: 'Two' });
      expect(second.id).toBe(first.id);
      expect(second).toMatchObject({ title: 'About us', body: 'Two', rev: 2 });
      const third = await contents.getOrUpsert({ slug: 'about', context: 'pages', title: 'About us', body: 'Two' });
      expect(third.rev).toBe(2);
    });

    it('is an operation for editors, which takes the fields that may be written and no others', async () => {
      const upsert = (input: object, as = editor()) => newsroom.run('contents.upsert', { as, input });
      const first = await upsert({ slug: 'terms', title: 'Terms', type: 'document' });
      expect(first.value).toMatchObject({ type: 'document', rev: 1 });
      expect((await upsert({ slug: 'terms', title: 'Terms of use' })).value).toMatchObject({ id: first.value['id'], rev: 2 });
      expect((await upsert({ slug: 'terms', type: 'article' })).status).toBe(422);
      expect((await upsert({ slug: '', title: 'x' })).status).toBe(422);
      expect((await upsert({ title: 'x' })).status).toBe(422);
      for (const name of ['ownerId', 'firstPublishedAt', 'markdownSource', 'tenantId', 'id', 'rev'])
        expect((await upsert({ slug: 'terms', [name]: 'x' })).status, name).toBe(422);
      expect((await upsert({ slug: 'terms', title: 'Ours' }, editor('north'))).value).toMatchObject({ tenantId: 'north', rev: 1 });
      expect((await upsert({ slug: 'terms', title: 'Mine' }, contributor())).status).toBe(403);
    });

    it('takes the slug from the title when none is given', async () => {
      const contents = new Contents(newsroom.database);
      const first = await contents.getOrUpsert({ title: 'Upserted by title' });
      expect((await contents.getOrUpsert({ title: 'Upserted by title', body: 'more' })).id).toBe(first.id);
    });
  });

  describe('tenants', () => {
    it('finds a tenant’s records with the global ones, and no other tenant’s', async () => {
      await create({ title: 'Global one', category: 'tenancy' });
      await create({ title: 'Ours', category: 'tenancy' }, editor('north'));
      await create({ title: 'Theirs', category: 'tenancy' }, editor('south'));
      const contents = new Contents(newsroom.database);
      const titles = async (tenant: string | null) =>
        (await contents.findWithGlobals(tenant, { where: { category: 'tenancy' }, orderBy: 'title' })).map((each) => each.title);
      expect(await titles('north')).toEqual(['Global one', 'Ours']);
      expect(await titles(null)).toEqual(['Global one']);
    });

    it('refuses to look into another tenant', async () => {
      const { SYSTEM_CALL } = await import('@colophon/core');
      const contents = new Contents(newsroom.database, { ...SYSTEM_CALL, caller: editor('north') });
      expect(() => contents.findWithGlobals('south')).toThrow(/another tenant/);
      expect(() => contents.findWithGlobals(null)).toThrow(/another tenant/);
    });

    it('answers 404 for another tenant’s record and 403 for changing a global one', async () => {
      const theirs = await create({ title: 'Foreign', status: 'published' }, editor('south'));
      expect((await newsroom.run('contents.get', { as: admin('north'), key: String(theirs['id']) })).status).toBe(404);
      expect((await newsroom.run('contents.update', { as: admin('north'), key: String(theirs['id']), input: {} })).status).toBe(404);
      const global = await create({ title: 'For all', status: 'published' });
      expect((await newsroom.run('contents.get', { as: viewer('north'), key: String(global['id']) })).status).toBe(200);
      expect((await newsroom.run('contents.update', { as: admin('north'), key: String(global['id']), input: {} })).status).toBe(403);
    });
  });

  it('refuses an instance of a subclass with another type', async () => {
    const contents = await Contents.create({ db: newsroom.database });
    const piece = contents.make({ title: 'x', type: 'article' });
    piece.type = 'mirror';
    await expect(piece.save()).rejects.toMatchObject({ status: 422, errors: [{ pointer: '/type' }] });
  });

  it('is saved as the application writes it down, once a collection was opened', async () => {
    setDefaultDatabase(undefined);
    const contents = await Contents.create({ db: { url: 'sqlite::memory:' } });
    const piece = new Content({ title: 'Budget approved', body: 'The council …', type: 'article', status: 'draft', tags: ['budget'] });
    await piece.initialize();
    await piece.save();
    expect(await contents.require(piece.id)).toMatchObject({ title: 'Budget approved', slug: 'budget-approved', tags: ['budget'] });
    setDefaultDatabase(undefined);
    await contents.database.close();
  });

  it('works out categories and merges metadata', async () => {
    const piece = new Content({ title: 'x', category: 'news/politics/local', metadata: { a: 1 } });
    expect(piece.getCategorySegments()).toEqual(['news', 'politics', 'local']);
    expect(piece.getParentCategory()).toBe('news/politics');
    expect(piece.getRootCategory()).toBe('news');
    expect(piece.getAncestorPaths()).toEqual(['news', 'news/politics', 'news/politics/local']);
    expect(piece.isInCategory('news/politics')).toBe(true);
    expect(piece.isInCategory('news/politics', false)).toBe(false);
    expect(piece.isInCategory('news/pol')).toBe(false);
    const copy = piece.getMetadata() as Record<string, unknown>;
    copy['a'] = 2;
    expect(piece.metadata).toEqual({ a: 1 });
    expect(piece.updateMetadata({ b: 2 })).toEqual({ a: 1, b: 2 });
    piece.setMetadata({ c: 3 });
    expect(piece.metadata).toEqual({ c: 3 });
  });
});
