import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, viewer, watching } from '../../test/support.ts';
import { Facts } from './fact.ts';
import { readLinkedFacts } from './latest-facts.ts';

describeOnEveryDatabase('facts', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    for (const tenant of [null, 'gazette']) {
      const input = { contentType: 'article', factLinkingEnabled: true };
      expect((await newsroom.run('content-governance-assignments.create', { as: admin(tenant), input })).status).toBe(200);
    }
  });

  const fact = async (statement: string, more: object = {}, as = editor()): Promise<string> =>
    String((await newsroom.run('facts.create', { as, input: { statement, ...more } })).value['id']);
  const article = async (title: string, type = 'article'): Promise<string> =>
    String((await newsroom.run('contents.create', { input: { title, type } })).value['id']);
  const link = (key: string, factId: string, relationship = 'supports') =>
    newsroom.run('contents.linkFact', { key, input: { factId, relationship } });
  const ids = (value: unknown): unknown[] => (value as { id: unknown }[]).map((each) => each.id);

  it('are answered as what stands for them now, through the whole chain, unless asked otherwise', async () => {
    const [key, first] = [await article('Chained'), await fact('Ten people came.')];
    await link(key, first);
    const second = String((await newsroom.run('facts.supersede', { key: first, input: { statement: 'Eleven came.' } })).value['id']);
    const third = String((await newsroom.run('facts.supersede', { key: second, input: { statement: 'Twelve came.' } })).value['id']);
    expect(ids((await newsroom.run('contents.getFacts', { key })).value)).toEqual([third]);
    expect(ids((await newsroom.run('contents.getFacts', { key, input: { latestOnly: false } })).value)).toEqual([first]);
    expect((await newsroom.run('facts.get', { key: first })).value).toMatchObject({ status: 'superseded' });
    expect(await newsroom.run('facts.supersede', { key: first, input: { statement: 'Nine.' } })).toMatchObject({
      status: 409,
      code: 'superseded',
    });
    expect((await newsroom.run('contents.getFactsState', { key })).value).toMatchObject({
      factIds: [first],
      superseded: [{ factId: first, latestId: third }],
    });
  });

  it('stand again when the one that superseded them goes, or supersedes another', async () => {
    const [first, other] = [await fact('Once.'), await fact('Elsewhere.')];
    const statusOf = async (key: string) => (await newsroom.run('facts.get', { key })).value['status'];
    const second = await fact('Twice.', { previousFactId: first });
    expect(await statusOf(first)).toBe('superseded');
    await newsroom.run('facts.update', { key: second, input: { previousFactId: other } });
    expect([await statusOf(first), await statusOf(other)]).toEqual(['active', 'superseded']);
    await newsroom.run('facts.delete', { as: admin(), key: second });
    expect(await statusOf(other)).toBe('active');
    expect((await newsroom.run('facts.supersede', { key: other, input: { statement: 'Anew.' } })).status).toBe(200);
  });

  it('that are global are superseded for everybody, by those who act on global records alone', async () => {
    const global = await fact('Everybody’s own.');
    const input = { statement: 'Ours.', previousFactId: global };
    const taken = await newsroom.run('facts.create', { as: editor('gazette'), input });
    expect(taken.error?.errors).toMatchObject([{ pointer: '/previousFactId', code: 'global' }]);
    expect((await newsroom.run('facts.supersede', { as: editor('gazette'), key: global, input: { statement: 'Ours.' } })).status).toBe(403);
    expect((await newsroom.run('facts.get', { key: global })).value).toMatchObject({ status: 'active', rev: 1 });
  });

  it('make no chain that bites its tail, and reading one ends', async () => {
    const first = await fact('A.');
    const second = await fact('B.', { previousFactId: first });
    const loop = await newsroom.run('facts.update', { key: first, input: { previousFactId: second } });
    expect(loop).toMatchObject({ status: 422, code: 'cycle' });
    expect(loop.error?.errors).toMatchObject([{ pointer: '/previousFactId', code: 'cycle' }]);
    const self = await newsroom.run('facts.update', { key: first, input: { previousFactId: first } });
    expect(self.error?.errors).toMatchObject([{ code: 'cycle' }]);
    const broken = database.dialect.builder.updateTable('facts').set({ previousFactId: second }).where('id', '=', first);
    await database.run(broken.compile());
    const key = await article('Looped');
    await link(key, first);
    expect(await readLinkedFacts(database, [key])).toHaveLength(1);
  });

  it('are read for many records in two queries', async () => {
    const keys = await Promise.all(['a', 'b', 'c'].map((name) => article(`Many ${name}`)));
    for (const key of keys) await link(key, await fact(`Fact of ${key}`));
    let queries = 0;
    expect(
      await readLinkedFacts(
        watching(database, () => (queries += 1)),
        keys,
      ),
    ).toHaveLength(3);
    expect(queries).toBe(2);
  });

  it('are linked once under each relationship; a sync replaces those of one', async () => {
    const [key, one, two] = [await article('Linked'), await fact('One.'), await fact('Two.')];
    const made = await link(key, one);
    expect((await link(key, one)).value['id']).toBe(made.value['id']);
    await link(key, one, 'contradicts');
    const sync = await newsroom.run('contents.syncFactsState', { key, input: { factIds: [two, two] } });
    expect(sync.value).toMatchObject({ factIds: [one, two], sync: { added: [two], kept: [], removed: [one] } });
    const unknown = await newsroom.run('contents.syncFactsState', { key, input: { factIds: [two, 'nothing'] } });
    expect(unknown.error?.errors).toMatchObject([{ pointer: '/factIds/1', code: 'not_found' }]);
    const cleared = await newsroom.run('contents.syncFactsState', { key, input: { factIds: [] } });
    expect(cleared.value).toMatchObject({ factIds: [one], factLinks: [{ relationship: 'contradicts' }] });
  });

  it('are linked where an assignment says so and nowhere else, whichever way; reading works everywhere', async () => {
    const [key, id] = [await article('Ungoverned', 'note'), await fact('Loose.')];
    const refusals = [
      await link(key, id),
      await newsroom.run('contents.syncFactsState', { key, input: { factIds: [] } }),
      await newsroom.run('fact-links.create', { input: { factId: id, contentId: key } }),
    ];
    for (const each of refusals) expect(each).toMatchObject({ status: 409, code: 'fact_linking_disabled' });
    expect((await newsroom.run('contents.getFactsState', { key })).value).toMatchObject({ factIds: [], facts: [] });
  });

  it('of another tenant are not to be linked or seen; global ones are', async () => {
    const [theirs, global] = [await fact('Theirs.', {}, editor('gazette')), await fact('Everybody’s.')];
    expect((await link(await article('Mine'), theirs)).status).toBe(422);
    const own = await newsroom.run('contents.create', { as: editor('gazette'), input: { type: 'article', title: 'Gazette’s' } });
    const key = String(own.value['id']);
    const linked = await newsroom.run('contents.linkFact', { as: editor('gazette'), key, input: { factId: global } });
    expect(linked.status).toBe(200);
    expect((await newsroom.run('facts.get', { key: theirs })).status).toBe(404);
    expect((await newsroom.run('facts.get', { as: viewer('gazette'), key: global })).status).toBe(200);
  });

  it('are browsed and searched', async () => {
    const id = await fact('The bridge is 240 metres long.');
    await newsroom.run('facts.supersede', { key: id, input: { statement: 'The bridge is 244 metres long.' } });
    const found = await newsroom.run('contents.browseFacts', { as: viewer(), input: { query: 'bridge' } });
    expect(found.value).toMatchObject({ count: 1, items: [{ statement: 'The bridge is 244 metres long.' }] });
    const all = await newsroom.run('contents.browseFacts', { as: viewer(), input: { query: 'bridge', latestOnly: false } });
    expect(all.value).toMatchObject({ count: 2 });
  });

  it('keep their confidence as a number between 0 and 1, and name what is wrong', async () => {
    expect((await new Facts(database).require(await fact('Half.', { confidence: 0.5 }))).confidence).toBe(0.5);
    for (const input of [
      { confidence: 1.5 },
      { sources: [{ url: 'javascript:alert(1)' }] },
      { status: 'true' },
      { previousFactId: 'none' },
    ]) {
      const result = await newsroom.run('facts.create', { input: { statement: 'x', ...input } });
      expect(result.status).toBe(422);
      expect(result.error?.errors[0]?.pointer).toContain(Object.keys(input)[0]);
    }
    expect((await newsroom.run('facts.create', { as: contributor(), input: { statement: 'x' } })).status).toBe(403);
  });
});
