import type { Caller, Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { editor, type Newsroom, newsroomIn, reader, watching } from '../../test/support.ts';

describeOnEveryDatabase('the latest correction', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const told: string[] = [];
  const as = editor('gazette');
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(watching(database, (sql) => told.push(sql)));
  });

  const publish = async (title: string): Promise<string> =>
    String((await newsroom.run('contents.create', { as, input: { type: 'note', title, status: 'published' } })).value['id']);
  const correct = (key: string, type: string, at: string) =>
    newsroom.run('contents.issueCorrectionAction', { as, key, at, input: { type, summary: 'It rained.' } });
  const list = async (caller: Caller, input: object = {}) =>
    (await newsroom.run('contents.list', { as: caller, input: { orderBy: 'title', ...input } })).items;

  it('is told of each piece in lists, searches and by itself, and a retraction is not covered by what came later', async () => {
    const [corrected, retracted] = [await publish('Corrected'), await publish('Retracted')];
    await publish('Untouched');
    await correct(corrected, 'update', '2026-05-01T08:00:00Z');
    await correct(corrected, 'correction', '2026-05-02T08:00:00Z');
    await correct(retracted, 'retraction', '2026-05-01T08:00:00Z');
    await correct(retracted, 'clarification', '2026-05-02T08:00:00Z');
    for (const caller of [as, reader('gazette')]) {
      expect((await list(caller)).map(({ title, latestCorrection }) => [title, latestCorrection])).toEqual([
        ['Corrected', 'correction'],
        ['Retracted', 'retraction'],
        ['Untouched', null],
      ]);
      expect(await list(caller, { search: 'retracted', orderBy: undefined })).toMatchObject([{ latestCorrection: 'retraction' }]);
      expect((await newsroom.run('contents.get', { as: caller, key: retracted })).value).toMatchObject({ latestCorrection: 'retraction' });
    }
    // A list of named fields has these alone.
    expect((await list(as, { fields: 'title', limit: 1 }))[0]).not.toHaveProperty('latestCorrection');
  });

  it('costs one query for a page, and none where nothing was corrected', async () => {
    const asked = async (input: object): Promise<number> => {
      told.length = 0;
      await list(as, input);
      return told.filter((sql) => sql.includes('from "content_corrections"') && !sql.includes('"contents"')).length;
    };
    expect(await asked({ where: { title: 'Untouched' } })).toBe(0);
    expect(await asked({})).toBe(1);
  });
});
