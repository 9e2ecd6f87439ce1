import type { Caller } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../../test/support.ts';

describeOnEveryDatabase('a saved view', (open) => {
  let newsroom: Newsroom;
  const query = { where: { status: 'draft', mine: true, tags: 'rain' }, orderBy: '-updated_at,title', search: 'budget -tax' };
  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
  });
  const save = (name: string, more: object = {}, as: Caller = viewer('gazette')) =>
    newsroom.run('content-saved-views.create', { as, input: { name, query, ...more } });
  const names = async (as: Caller) => (await newsroom.run('content-saved-views.list', { as })).items.map(({ name }) => name);
  const act = (action: string, key: unknown, as: Caller, input?: object) =>
    newsroom.run(`content-saved-views.${action}`, { as, key: String(key), input });

  it('is one person’s, or shared by an editor with all of a tenant', async () => {
    expect((await save('My drafts')).value).toMatchObject({
      name: 'My drafts',
      query,
      shared: false,
      ownerId: 'vera-gazette',
      tenantId: 'gazette',
    });
    expect((await save('For all', { shared: true }, editor('gazette'))).value).toMatchObject({ shared: true });
    expect(await save('Not for all', { shared: true })).toMatchObject({ status: 403, error: { errors: [{ pointer: '/shared' }] } });
    expect(await names(viewer('gazette'))).toEqual(['For all', 'My drafts']);
    expect(await names(contributor('gazette'))).toEqual(['For all']);
    expect(await names(admin('herald'))).toEqual([]);
    expect((await newsroom.run('content-saved-views.list', { as: reader('gazette') })).status).toBe(401);
    expect((await save('x', {}, reader('gazette'))).status).toBe(401);
  });

  it('is changed by whom it belongs to, and by editors where it is shared', async () => {
    const { value: own } = await save('Own', {}, contributor('gazette'));
    const { value: shared } = await save('Shared', { shared: true }, admin('gazette'));
    for (const as of [viewer('gazette'), editor('gazette'), admin('herald')])
      expect((await act('update', own['id'], as, { name: 'x' })).status).toBe(404);
    expect((await act('update', shared['id'], viewer('gazette'), { name: 'x' })).status).toBe(403);
    expect((await act('update', shared['id'], editor('gazette'), { name: 'Shared by all' })).status).toBe(200);
    expect((await act('update', own['id'], contributor('gazette'), { shared: true })).status).toBe(403);
    expect((await act('update', own['id'], contributor('gazette'), { ownerId: 'vera-gazette' })).status).toBe(422);
    expect((await act('update', own['id'], contributor('gazette'), { query: { where: {} } })).value).toMatchObject({
      query: { where: {} },
    });
    expect((await act('delete', shared['id'], viewer('gazette'))).status).toBe(403);
    expect((await act('delete', own['id'], contributor('gazette'))).status).toBe(200);
    // Whoever shared it and is no editor any more reads it as everybody does.
    const { value: left } = await save('Left behind', { shared: true }, editor('gazette'));
    const former = { ...editor('gazette'), role: 'contributor' } as const;
    expect((await act('update', left['id'], former, { name: 'x' })).status).toBe(403);
    expect((await act('delete', left['id'], former)).status).toBe(403);
  });

  it.each<[string, unknown, string]>([
    ['a field that is none', { where: { nothing: 1 } }, '/query/where/nothing'],
    ['a private field', { where: { ownerId: 'me' } }, '/query/where/ownerId'],
    ['an order that is none', { orderBy: 'nothing' }, '/query/orderBy'],
    ['a search that is too long', { search: 'x'.repeat(1001) }, '/query/search'],
    ['another value of mine', { where: { mine: false } }, '/query/where/mine'],
    ['a page of it', { limit: 5 }, '/query/limit'],
    ['more than it may hold', { where: { title: 'x'.repeat(20_001) } }, '/query'],
    ['no object', 'status=draft', '/query'],
    ['nothing', undefined, '/query'],
  ])('is refused with %s', async (_what, given, pointer) => {
    const { status, error } = await save('Refused', { query: given });
    expect([status, error?.errors[0]?.pointer]).toEqual([422, pointer]);
  });

  it('has a name of its own among those of its person, however many are saved at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => save('Once', {}, contributor('gazette', 'cora'))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await save('Once')).status).toBe(200);
    expect((await save('')).status).toBe(422);
  });

  it('is one of two hundred at most', async () => {
    const as = contributor('crowded');
    const { value } = await save('First', { query: {} }, as);
    const { database } = newsroom;
    const { builder } = database.dialect;
    const stored = await database.first(
      builder.selectFrom('content_saved_views').selectAll().where('id', '=', String(value['id'])).compile(),
    );
    const others = Array.from({ length: 198 }, (_, number) => ({ ...stored, id: `view-${number}`, name: `View ${number}` }));
    await database.run(builder.insertInto('content_saved_views').values(others).compile());
    const more = await Promise.all(['One', 'Two', 'Three'].map((name) => save(name, { query: {} }, as)));
    expect(more.filter(({ code }) => code === 'too_many')).toHaveLength(2);
  });
});
