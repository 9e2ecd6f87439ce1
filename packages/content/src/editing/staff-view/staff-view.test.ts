import type { Caller, Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { restRoutes } from '@colophon/core/rest';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer, watching } from '../../../test/support.ts';
import { peopleNames, Contents } from '../../index.ts';

const STAFF_FIELDS = ['createdBy', 'updatedBy', 'firstPublishedAt', 'can'];

describeOnEveryDatabase('what staff sees beside records', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const asked: (readonly string[])[] = [];

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    database.ports.provide(peopleNames, async (_database, ids) => {
      asked.push(ids);
      return new Map(ids.filter((id) => !id.startsWith('carl')).map((id) => [id, `Name of ${id}`]));
    });
  });

  const make = async (input: object, as: Caller): Promise<string> =>
    String((await newsroom.run('contents.create', { as, input: { type: 'note', ...input } })).value['id']);
  const get = async (key: string, as: Caller) => (await newsroom.run('contents.get', { key, as })).value;

  describe('on a record', () => {
    it('says who made it, who changed it last, and when it was published first', async () => {
      const key = await make({ title: 'Whose' }, contributor('gazette'));
      expect(await get(key, viewer('gazette'))).toMatchObject({
        createdBy: { id: 'carl-gazette', name: null },
        updatedBy: { id: 'carl-gazette', name: null },
        firstPublishedAt: null,
      });
      const at = '2026-03-01T10:00:00.000Z';
      await newsroom.run('contents.update', { key, as: editor('gazette'), input: { status: 'published' }, at });
      expect(await get(key, contributor('gazette'))).toMatchObject({
        createdBy: { id: 'carl-gazette' },
        updatedBy: { id: 'edna-gazette', name: 'Name of edna-gazette' },
        firstPublishedAt: at,
      });
      // A save that changes nothing is nobody's, and one of the application itself has no person.
      await newsroom.run('contents.update', { key, as: admin('gazette'), input: { status: 'published' } });
      expect(await get(key, editor('gazette'))).toMatchObject({ updatedBy: { id: 'edna-gazette' }, rev: 2 });
      await new Contents(database).update(key, { title: 'By the application' });
      expect(await get(key, editor('gazette'))).toMatchObject({ updatedBy: null, createdBy: { id: 'carl-gazette' } });
    });

    it('says nothing of it to readers, nor to another tenant, in no answer', async () => {
      const key = await make({ title: 'Public', status: 'published' }, editor());
      for (const as of [reader(), reader('gazette'), viewer('gazette'), admin('gazette')]) {
        const record = await get(key, as);
        expect(record).toMatchObject({ title: 'Public' });
        expect(STAFF_FIELDS.filter((name) => name in record)).toEqual([]);
        const { items } = await newsroom.run('contents.list', { as, input: { where: { title: 'Public' } } });
        expect(items.filter((item) => STAFF_FIELDS.some((name) => name in item))).toEqual([]);
        expect(JSON.stringify([record, items])).not.toContain('edna');
      }
      expect(Object.keys(await get(key, viewer()))).toEqual(expect.arrayContaining(STAFF_FIELDS));
    });

    it('may be sent back as it was read', async () => {
      const key = await make({ title: 'Back' }, editor());
      const record = await get(key, editor());
      expect((await newsroom.run('contents.update', { key, input: { ...record, title: 'And forth' } })).error).toBeUndefined();
      const forged = await newsroom.run('contents.update', { key, input: { createdBy: { id: 'me', name: 'Me' } } });
      expect(forged).toMatchObject({ status: 422, code: 'validation' });
      expect((await newsroom.run('contents.create', { input: { type: 'note', title: 'x', updatedBy: 'me' } })).status).toBe(422);
    });

    it('predicts exactly what the caller may do', async () => {
      const callers = [viewer('gazette'), contributor('gazette'), contributor('gazette', 'cora'), editor('gazette'), admin('gazette')];
      const attempts: Record<string, (key: string, as: Caller) => Promise<{ status: number }>> = {
        update: (key, as) => newsroom.run('contents.update', { key, as, input: { description: as.id } }),
        publish: (key, as) => newsroom.run('contents.update', { key, as, input: { status: 'published' } }),
        delete: (key, as) => newsroom.run('contents.delete', { key, as }),
        correct: (key, as) =>
          newsroom.run('contents.issueCorrectionAction', { key, as, input: { type: 'correction', summary: 'It rained.' } }),
      };
      for (const status of ['draft', 'review', 'published', 'archived']) {
        for (const as of callers) {
          for (const [name, attempt] of Object.entries(attempts)) {
            const key = await make({ title: `A ${status}` }, contributor('gazette'));
            const before = status === 'archived' ? ['published', 'archived'] : [status];
            for (const each of before) await newsroom.run('contents.update', { key, as: admin('gazette'), input: { status: each } });
            const { can } = await get(key, as);
            const { status: answer } = await attempt(key, as);
            expect([status, as.name, name, (can as Record<string, boolean>)[name]]).toEqual([status, as.name, name, answer < 400]);
          }
        }
      }
    });
  });

  describe('in a list', () => {
    it('costs staff no more than readers where no record has references or translations, and one statement more for each kind that there is', async () => {
      for (let number = 0; number < 12; number += 1) await make({ title: `Row ${number}`, status: 'published' }, editor());
      const count = async (as: Caller, limit: number): Promise<string[]> => {
        const statements: string[] = [];
        const watched = watching(database, (sql) => statements.push(sql));
        const operation = newsroom.table.operation('contents.list');
        if (!operation) throw new Error('no list');
        const { runOperation, makeCall } = await import('@colophon/core');
        await runOperation(operation, { database: watched, call: makeCall({ caller: as }), input: { limit } });
        return statements;
      };
      const few = await count(editor(), 2);
      expect(await count(editor(), 12)).toHaveLength(few.length);
      expect(few.filter((sql) => sql.includes('updatedBy'))).toHaveLength(1);
      expect(await count(reader(), 12)).toHaveLength(few.length);
      const cited = await make({ title: 'Cited', status: 'published', language: 'en' }, editor());
      const citing = await make({ title: 'Citing' }, editor());
      await newsroom.run('contents.attachReference', { key: citing, as: editor(), input: { targetId: cited } });
      await newsroom.run('contents.publishAction', { key: citing, as: editor() });
      expect(await count(editor(), 12)).toHaveLength(few.length + 1);
      await newsroom.run('contents.addTranslation', { key: cited, as: editor(), input: { language: 'de' } });
      expect(await count(editor(), 12)).toHaveLength(few.length + 2);
      expect((await get(citing, editor()))['references']).toHaveLength(1);
      expect((await get(cited, editor()))['translations']).toHaveLength(2);
    });

    it('asks for a name once, not with every page', async () => {
      await make({ title: 'Once' }, editor('names'));
      asked.length = 0;
      for (let turn = 0; turn < 3; turn += 1) await newsroom.run('contents.list', { as: editor('names') });
      expect(asked.flat().filter((id) => id === 'edna-names').length).toBeLessThanOrEqual(1);
    });

    it('answers what the caller made, with mine', async () => {
      await make({ title: 'Of Carl', category: 'a' }, contributor('mine'));
      await make({ title: 'Of Carl too', category: 'b' }, contributor('mine'));
      await make({ title: 'Of Cora', category: 'a' }, contributor('mine', 'cora'));
      const titles = async (where: unknown, as = contributor('mine')): Promise<unknown[]> =>
        (await newsroom.run('contents.list', { as, input: { where, orderBy: 'title' } })).items.map(({ title }) => title);
      expect(await titles({ mine: true })).toEqual(['Of Carl', 'Of Carl too']);
      expect(await titles({ all: [{ mine: { eq: 'true' } }, { category: 'a' }] })).toEqual(['Of Carl']);
      expect(await titles({ mine: true }, contributor('mine', 'cora'))).toEqual(['Of Cora']);
      expect(await titles({ mine: true }, editor('mine'))).toEqual([]);
      for (const where of [
        { mine: false },
        { mine: 'carl-mine' },
        { mine: { ne: true } },
        { any: [{ mine: true }] },
        { not: { mine: true } },
      ])
        expect(await newsroom.run('contents.list', { as: contributor('mine'), input: { where } })).toMatchObject({ status: 400 });
      expect((await newsroom.run('contents.list', { as: reader('mine'), input: { where: { mine: true } } })).status).toBe(401);
    });

    it('answers it over REST with ?mine=true', async () => {
      const authenticate = () => contributor('mine');
      const rest = restRoutes({ table: newsroom.table, database, authenticate });
      const response = await rest.fetch(new Request('http://localhost/contents?mine=true&category=b', { headers: { host: 'localhost' } }));
      const { items } = (await response.json()) as { items: { title: string }[] };
      expect([response.status, items.map(({ title }) => title)]).toEqual([200, ['Of Carl too']]);
    });
  });

  describe('counts', () => {
    it('are of the records that the caller may read', async () => {
      const as = editor('counted');
      await make({ title: 'One', category: 'news/politics', status: 'published' }, as);
      await make({ title: 'Two', category: 'news/politics' }, as);
      await make({ title: 'Three', status: 'review' }, as);
      const gone = await make({ title: 'Four', category: 'gone', status: 'published' }, as);
      await newsroom.run('contents.delete', { key: gone, as: admin('counted') });
      const counts = async (by: unknown, caller: Caller) => {
        const { value } = await newsroom.run('contents.counts', { as: caller, input: by === undefined ? {} : { by } });
        const isOwn = ({ value: name }: { value: string | null }): boolean => name !== null;
        return Object.fromEntries(
          Object.entries(value).map(([field, list]) => [field, (list as { value: string | null }[]).filter(isOwn)]),
        );
      };
      // Every tenant reads what is global and published as well.
      const foreign = (await counts('status', reader('elsewhere')))['status']?.[0] as { count: number } | undefined;
      const { status, category } = await counts(undefined, as);
      expect(new Map(status?.map((each) => [each.value, each]))).toEqual(
        new Map([
          ['published', { value: 'published', count: 1 + (foreign?.count ?? 0) }],
          ['draft', { value: 'draft', count: 1 }],
          ['review', { value: 'review', count: 1 }],
          ['deleted', { value: 'deleted', count: 1 }],
        ]),
      );
      expect(category).toEqual([{ value: 'news/politics', count: 2 }]);
      expect((await counts('category,status', reader('counted')))['category']).toEqual([{ value: 'news/politics', count: 1 }]);
      expect((await counts('status', viewer('counted')))['status']?.map(({ value }) => value)).not.toContain('deleted');
    });

    it.each(['ownerId', 'title', 'metadata', '', 'status;drop', '__proto__'])('refuse to count by %s', async (by) => {
      expect(await newsroom.run('contents.counts', { input: { by } })).toMatchObject({
        status: 400,
        error: { errors: [{ pointer: expect.stringMatching(/^\/by/) }] },
      });
    });
  });

  describe('of a version', () => {
    it('is who made it, and readers see neither', async () => {
      const key = await make({ title: 'Kept', status: 'published' }, editor('kept'));
      await newsroom.run('contents.mutateVersionAction', { key, as: editor('kept'), input: {} });
      await (await new Contents(database).require(key)).mutateVersionAction();
      const { items } = await newsroom.run('contents.listVersions', { key, as: viewer('kept') });
      expect(items.map(({ createdBy }) => createdBy)).toEqual([null, { id: 'edna-kept', name: 'Name of edna-kept' }]);
      for (const as of [reader('kept'), admin('other')])
        expect((await newsroom.run('contents.listVersions', { key, as })).status).toBeGreaterThanOrEqual(400);
    });
  });
});

describeOnEveryDatabase('links of a record', (open) => {
  let newsroom: Newsroom;
  let send: (method: string, path: string, options?: { body?: unknown; rev?: number; as?: Caller }) => Promise<number>;
  let key: string;
  let fact: string;

  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
    let caller: Caller = editor();
    const rest = restRoutes({ table: newsroom.table, database: newsroom.database, authenticate: () => caller });
    send = async (method, path, { body, rev, as = editor() } = {}) => {
      caller = as;
      const headers = { host: 'localhost', 'content-type': 'application/json', ...(rev === undefined ? {} : { 'if-match': `"${rev}"` }) };
      const request = new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await rest.fetch(request)).status;
    };
    await newsroom.run('content-governance-assignments.create', {
      as: admin(),
      input: { contentType: 'article', factLinkingEnabled: true },
    });
    key = String((await newsroom.run('contents.create', { as: contributor(), input: { type: 'article', title: 'Linked' } })).value['id']);
    fact = String((await newsroom.run('facts.create', { input: { statement: 'It rained.', sources: [{ title: 'Report' }] } })).value['id']);
  });

  it('are changed for the revision that was read, and for no other', async () => {
    const target = String((await newsroom.run('contents.create', { input: { type: 'note', title: 'Cited' } })).value['id']);
    const asset = String(
      (await newsroom.run('assets.create', { input: { name: 'a.png', url: 'https://news.example/a.png' } })).value['id'],
    );
    const requests: [string, string, unknown][] = [
      ['POST', 'facts', { factId: fact }],
      ['PUT', 'facts', { factIds: [fact] }],
      ['POST', 'references', { targetId: target }],
      ['POST', 'assets', { assetId: asset }],
      ['DELETE', `facts/${fact}`, undefined],
      ['DELETE', `references/${target}`, undefined],
      ['DELETE', `assets/${asset}`, undefined],
    ];
    for (const [method, path, body] of requests) {
      expect([method, path, await send(method, `/contents/${key}/${path}`, { body, rev: 7 })]).toEqual([method, path, 412]);
      expect(await send(method, `/contents/${key}/${path}`, { body, rev: 1 })).toBeLessThan(300);
    }
  });

  it('to a fact are removed one by one by whoever may edit the record', async () => {
    for (const relationship of ['supports', 'contradicts'])
      await newsroom.run('contents.linkFact', { key, as: contributor(), input: { factId: fact, relationship } });
    const path = `/contents/${key}/facts/${fact}`;
    expect(await send('DELETE', path, { as: contributor(null, 'cora') })).toBe(403);
    expect(await send('DELETE', path, { as: viewer() })).toBe(403);
    expect(await send('DELETE', path, { as: reader() })).toBe(404);
    expect(await send('DELETE', `${path}?relationship=supports`, { as: contributor() })).toBe(204);
    expect(await send('DELETE', `${path}?relationship=supports`, { as: contributor() })).toBe(404);
    expect(await send('DELETE', `${path}?relationship=nothing`, { as: contributor() })).toBe(422);
    expect(await send('DELETE', path, { as: contributor() })).toBe(204);
    expect((await newsroom.run('contents.getFactsState', { key })).value['factIds']).toEqual([]);
  });
});
