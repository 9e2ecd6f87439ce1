import { type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { ContributionSecret, contributionSecret, ContentContributors, Contents, erasePerson, exportPerson } from '../index.ts';

describeOnEveryDatabase('what is kept about a person', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const carl = contributor('gazette');
  const person = { email: ' Carl@Gazette.example ', userId: String(carl.id) };
  beforeAll(async () => {
    database = await open();
    database.ports.provide(contributionSecret, new ContributionSecret('x'.repeat(32)));
    newsroom = await newsroomIn(database);
    const contributors = new ContentContributors(database);
    for (const tenantId of ['gazette', 'herald']) await contributors.add({ email: 'carl@gazette.example', name: 'Carl', tenantId });
    await contributors.add({ email: 'other@gazette.example', name: 'Other', tenantId: 'gazette' });
    const piece = await new Contents(database).add({ title: 'Piece', tenantId: 'gazette', status: 'published' } as never);
    await piece.addComment({ body: 'mine to say' }, makeCall({ caller: carl }));
    await piece.addComment({ body: 'of the editor' }, makeCall({ caller: editor('gazette') }));
    const draft = await newsroom.run('contents.create', { as: carl, input: { type: 'note', title: 'Draft' } });
    const typed = { fields: { body: 'typed by me' }, baseRev: 1, sequence: 1 };
    await newsroom.run('contents.putAutosave', { as: carl, key: String(draft.value['id']), input: typed });
    await newsroom.run('content-saved-views.create', { as: carl, input: { name: 'my view', query: {} } });
  });

  it('is exported whole, or as far as one tenant is concerned', async () => {
    const all = await exportPerson(database, person);
    expect(all.contributors.map(({ contributor: each }) => each['email'])).toEqual(['carl@gazette.example', 'carl@gazette.example']);
    expect(JSON.stringify(all)).toMatch(/mine to say.*typed by me.*my view/);
    expect(JSON.stringify(all)).not.toMatch(/of the editor|other@/);
    const some = await exportPerson(database, { email: 'carl@gazette.example', tenantId: 'herald' });
    expect([some.contributors.length, some.comments, some.autosaves]).toEqual([1, [], []]);
    await expect(exportPerson(database, { email: 'nobody' })).rejects.toMatchObject({ status: 422, errors: [{ pointer: '/email' }] });
  });

  it('is erased, once and for all, and nothing of others with it', async () => {
    expect(await erasePerson(database, person, 'asked for')).toMatchObject({
      contributors: [{}, {}],
      comments: 1,
      autosaves: 1,
      savedViews: 1,
    });
    expect(await erasePerson(database, person)).toEqual({
      contributors: [],
      comments: 0,
      chats: 0,
      autosaves: 0,
      drafts: 0,
      savedViews: 0,
    });
    const left = JSON.stringify([
      await exportPerson(database, person),
      await database.all({ sql: 'SELECT * FROM content_comments', parameters: [] }),
      await database.all({ sql: 'SELECT * FROM content_contributors', parameters: [] }),
      await database.all({ sql: 'SELECT * FROM audit_entries', parameters: [] }),
    ]);
    expect(left).not.toMatch(/mine to say|typed by me|carl@gazette/);
    expect(left).toMatch(/of the editor.*other@gazette/s);
    expect((await newsroom.run('contents.list', { as: editor('gazette') })).count).toBe(2);
  });
});
