import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';

const NOW = '2026-05-01T12:00:00.000Z';

describeOnEveryDatabase('who may do what with content', (open) => {
  let newsroom: Newsroom;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
    const pieces: Record<string, Record<string, unknown>> = {
      past: { status: 'published', publish_date: '2026-04-30' },
      undated: { status: 'published' },
      atThisVeryMoment: { status: 'published', publish_date: NOW },
      future: { status: 'published', publish_date: '2026-05-02' },
      draft: { status: 'draft', publish_date: '2026-01-01' },
      review: { status: 'review' },
      archived: { status: 'archived' },
    };
    for (const [name, fields] of Object.entries(pieces)) {
      const made = await newsroom.run('contents.create', {
        input: { title: `Piece ${name}`, slug: name, body: 'crocodile', type: 'article', ...fields },
        at: NOW,
      });
      ids[name] = String(made.value['id']);
    }
    const deleted = await newsroom.run('contents.create', {
      input: { title: 'Piece deleted', slug: 'deleted', body: 'crocodile', type: 'article', status: 'published' },
    });
    ids['deleted'] = String(deleted.value['id']);
    await newsroom.run('contents.delete', { as: admin(), key: ids['deleted'] });
  });

  const VISIBLE = ['atThisVeryMoment', 'past', 'undated'];
  const HIDDEN = ['future', 'draft', 'review', 'archived', 'deleted'];

  describe.each([
    ['a reader who is not signed in', reader()],
    ['someone signed in without a role', { ...viewer(), role: null }],
    ['an editor of a tenant, looking at global records', editor('gazette')],
  ])('%s', (_name, as) => {
    it('sees in lists and counts what is published and due, and nothing else', async () => {
      for (const id of ['contents.list', 'articles.list']) {
        const page = await newsroom.run(id, { as, input: { orderBy: 'slug' }, at: NOW });
        expect(page.items.map((item) => item['slug'])).toEqual(VISIBLE);
        expect(page.count).toBe(3);
      }
    });

    it('finds nothing else by search or by asking for a status', async () => {
      const searched = await newsroom.run('contents.list', { as, input: { search: 'crocodile' }, at: NOW });
      expect(searched.items.map((item) => String(item['slug'])).toSorted()).toEqual(VISIBLE);
      expect(searched.count).toBe(3);
      for (const where of [
        { status: { ne: 'published' } },
        { any: [{ status: 'draft' }, { slug: 'future' }] },
        { not: { status: 'published' } },
      ]) {
        expect(await newsroom.run('contents.list', { as, input: { where }, at: NOW })).toMatchObject({ count: 0, items: [] });
      }
    });

    it.each(HIDDEN)('is told that %s does not exist, by id and by slug', async (name) => {
      expect((await newsroom.run('contents.get', { as, key: ids[name] ?? '', at: NOW })).status).toBe(404);
      expect((await newsroom.run('contents.bySlug', { as, input: { slug: name }, at: NOW })).status).toBe(404);
    });

    it.each(HIDDEN)('gets %s neither as HTML nor as Markdown', async (name) => {
      for (const operation of ['contents.renderHtml', 'contents.toMarkdown', 'articles.renderHtml'])
        expect((await newsroom.run(operation, { as, key: ids[name] ?? '', at: NOW })).status).toBe(404);
    });

    it('gets what it may see as HTML and as Markdown', async () => {
      const key = ids['past'] ?? '';
      expect((await newsroom.run('contents.renderHtml', { as, key, at: NOW })).value).toEqual({ html: '<p>crocodile</p>' });
      expect((await newsroom.run('contents.toMarkdown', { as, key, at: NOW })).value).toEqual({
        markdown:
          '---\ntitle: Piece past\nslug: past\ntype: article\nstatus: published\npublish_date: "2026-04-30T00:00:00.000Z"\n---\ncrocodile',
      });
    });

    it('sees a future piece once its time has come', async () => {
      const later = await newsroom.run('contents.get', { as, key: ids['future'] ?? '', at: '2026-05-02T00:00:00.000Z' });
      expect(later.status).toBe(200);
    });
  });

  it('shows the staff of a tenant everything but what is deleted, and editors that too when they ask', async () => {
    const slugs = async (as = viewer(), input: object = {}) =>
      (await newsroom.run('contents.list', { as, input: { orderBy: 'slug', ...input }, at: NOW })).items.map((item) => item['slug']);
    const all = [...VISIBLE, 'archived', 'draft', 'future', 'review'].toSorted();
    expect(await slugs(viewer())).toEqual(all);
    expect(await slugs(contributor())).toEqual(all);
    expect(await slugs(editor())).toEqual(all);
    expect(await slugs(viewer(), { where: { status: 'deleted' } })).toEqual([]);
    expect(await slugs(editor(), { where: { status: 'deleted' } })).toEqual(['deleted']);
  });

  describe('writing', () => {
    it('takes a contributor at least', async () => {
      const input = { title: 'Mine' };
      expect((await newsroom.run('contents.create', { as: reader(), input })).status).toBe(401);
      expect((await newsroom.run('contents.create', { as: viewer(), input })).status).toBe(403);
      expect((await newsroom.run('contents.create', { as: contributor(), input })).status).toBe(200);
    });

    it.each(['published', 'archived', 'deleted'])('lets no contributor create or set %s', async (status) => {
      const as = contributor();
      const result = await newsroom.run('contents.create', { as, input: { title: 'Mine', status } });
      expect(result).toMatchObject({ status: 403, code: 'forbidden' });
      const own = await newsroom.run('contents.create', { as, input: { title: 'Mine' } });
      expect((await newsroom.run('contents.update', { as, key: String(own.value['id']), input: { status } })).status).toBe(403);
      const stands = await newsroom.run('contents.get', { as, key: String(own.value['id']) });
      expect(stands.value).toMatchObject({ status: 'draft', rev: 1 });
    });

    it.each(['publishAt', 'unpublishAt'])('lets no contributor publish by way of %s', async (name) => {
      const input = { title: 'Timed', [name]: '2026-06-01' };
      expect((await newsroom.run('contents.create', { as: contributor(), input })).status).toBe(403);
      expect((await newsroom.run('contents.create', { as: editor(), input })).status).toBe(200);
    });

    it('lets contributors edit their own drafts until they hand them in', async () => {
      const as = contributor();
      const own = String((await newsroom.run('contents.create', { as, input: { title: 'Own' } })).value['id']);
      const change = (caller = as, input: object = { body: String(Math.random()) }) =>
        newsroom.run('contents.update', { as: caller, key: own, input });
      expect((await change()).status).toBe(200);
      expect((await change(contributor(null, 'cora'))).status).toBe(403);
      expect((await change(viewer())).status).toBe(403);
      expect((await change(as, { status: 'review' })).status).toBe(200);
      expect((await change()).status).toBe(403);
      expect((await change(editor(), { status: 'published' })).status).toBe(200);
      expect((await change(editor(), { status: 'draft' })).status).toBe(200);
      expect((await change()).status).toBe(403);
    });

    it('lets nobody take another’s draft by naming an owner', async () => {
      const result = await newsroom.run('contents.create', { as: contributor(), input: { title: 'x', ownerId: 'carl-global' } });
      expect(result.status).toBe(422);
    });

    it('takes a published piece from its readers only by its status, not by a date in the future', async () => {
      const { value } = await newsroom.run('contents.create', {
        as: editor(),
        input: { title: 'Live', type: 'note', status: 'published' },
      });
      const key = String(value['id']);
      const change = (input: object, as = editor()) => newsroom.run('contents.update', { as, key, input });
      for (const as of [editor(), admin()])
        expect(await change({ publish_date: '2999-01-01' }, as)).toMatchObject({ status: 422, code: 'hides_published' });
      expect((await newsroom.run('contents.get', { as: reader(), key })).status).toBe(200);
      expect((await change({ publish_date: '2020-01-01' })).status).toBe(200);
      expect((await change({ status: 'draft', publishAt: '2999-01-01T00:00:00Z', publish_date: '2999-01-01' })).status).toBe(200);
      expect((await newsroom.run('contents.get', { as: reader(), key })).status).toBe(404);
      // A piece that waits for its date is not live yet.
      expect((await change({ status: 'published', publishAt: null })).status).toBe(200);
      expect((await change({ publish_date: '2998-01-01' })).status).toBe(200);
    });

    it('keeps deletion for admins, by whichever way', async () => {
      const key = ids['past'] ?? '';
      for (const as of [contributor(), editor()]) expect((await newsroom.run('contents.delete', { as, key })).status).toBe(403);
      expect((await newsroom.run('contents.delete', { as: reader(), key })).status).toBe(401);
      expect((await newsroom.run('contents.update', { as: editor(), key, input: { status: 'deleted' } })).status).toBe(403);
    });
  });
});
