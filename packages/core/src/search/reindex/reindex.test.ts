import { beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import type { Database } from '../../storage/database.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import { migrationStatus } from '../../storage/migrations/status.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { announceProcess } from '../../storage/processes/announce-process.ts';
import { SEARCH_FORM } from '../../storage/table.ts';
import { foldText } from '../../text/fold-text.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { SEARCH_TABLES } from '../words/word-tables.ts';
import { readForms } from './index-forms.ts';
import { beginReindex, reindexTurn } from './reindex-turn.ts';

class Leaf extends object(
  { title: text({ required: true, search: 'A' }), body: text({ default: '', search: 'D' }) },
  { table: 'leaves' },
) {}
class Leaves extends collection(Leaf) {}

const SCHEMA = [...schemaOf([Leaves]), ...SEARCH_TABLES];
const ROWS = 330;
/** Every third row has a letter that the form before kept. */
const CITIES = ROWS / 3;

/** Makes the words of all rows those of the form before, in which `łódź` is `łodz`. */
async function ageIndex(database: Database): Promise<void> {
  const leaves = (await new Leaves(database).list({ limit: 1000 })).map(({ id, title, body }) => ({ id, title, body }));
  for (const { id, title, body } of leaves) {
    if (database.dialect.name === 'postgres') {
      const words = foldText(`${title} ${body}`).match(/[\p{L}\p{N}]+/gu) ?? [];
      const vector = words.map((word, at) => `'${word}':${at + 1}A`).join(' ');
      await database.run({ sql: `update leaves set _search = $1::text::tsvector where id = $2`, parameters: [vector, id] });
      continue;
    }
    const parameters = [foldText(title), foldText(body), id];
    await database.run({ sql: 'delete from leaves_search where rowid = (select _row from leaves where id = ?)', parameters: [id] });
    await database.run({ sql: 'insert into leaves_search (title, body, rowid) select ?, ?, _row from leaves where id = ?', parameters });
  }
  await database.run({ sql: 'delete from search_forms', parameters: [] });
}

describeOnEveryDatabase('an index whose rows have words of the form before', (open, dialect) => {
  let database: Database;
  let leaves: Leaves;
  const found = (search: string): Promise<number> => leaves.count({ search });
  const finish = async (): Promise<void> => {
    while (await reindexTurn(database));
  };
  beforeEach(async () => {
    database = await open();
    await applyMigrations(database, SCHEMA);
    leaves = new Leaves(database);
    for (let index = 0; index < ROWS; index += 1)
      await leaves.add({ title: `Leaf ${index}`, body: index % 3 === 0 ? 'Łódź, smørrebrød and cœur' : 'Warsaw and bread' });
    await ageIndex(database);
  });

  it('needs no migration, and is found by what was found before while its rows are indexed again', async () => {
    const older = SCHEMA.map((table) => (table.search ? { ...table, search: { ...table.search, form: 2 as never } } : table));
    const recorded = database.dialect.builder.updateTable('_colophon_migrations').set({ schema: JSON.stringify(older) });
    await database.run(recorded.compile());
    expect(await migrationStatus(database, SCHEMA)).toMatchObject({ state: 'current', mayStart: true });

    expect([await found('łódź'), await found('lodz'), await found('smorrebrod')]).toEqual([CITIES, 0, 0]);
    const before = new Set<string>();
    const after: number[] = [];
    do {
      const asked = ['łódź', '"łódź smørrebrød"', 'łód*', 'bread -łódź', 'cœur'];
      before.add((await Promise.all(asked.map(found))).join());
      after.push(await found('lodz'));
    } while (await reindexTurn(database));
    expect([...before]).toEqual([[CITIES, CITIES, CITIES, ROWS - CITIES, CITIES].join()]);
    expect(after).toEqual(after.toSorted((one, other) => one - other));
    expect(after.length).toBeGreaterThan(3);
    expect(await Promise.all(['lodz', 'Lodz smorrebrod', '"lodz smorrebrod"', 'coeur', 'lod*', 'łódź'].map(found))).toEqual(
      Array.from({ length: 6 }, () => CITIES),
    );
    expect((await readForms(database)).get('leaves')).toMatchObject({ form: SEARCH_FORM, passed: ROWS, finishedAt: expect.any(String) });
    expect(await reindexTurn(database)).toBe(false);
  });

  it('goes on where it was, wherever the process is killed', async () => {
    const run = database.run.bind(database);
    let kills = 0;
    for (let survived = 0; ; survived += 1) {
      let left = survived % 4;
      const spy = vi.spyOn(database, 'run').mockImplementation(async (statement) => {
        if (left-- === 0) throw new Error('killed');
        return run(statement);
      });
      const hasMore = await reindexTurn(database).catch((error: unknown) => {
        expect(String(error)).toContain('killed');
        kills += 1;
        return true;
      });
      spy.mockRestore();
      expect(await found('łódź')).toBe(CITIES);
      if (!hasMore) break;
    }
    expect(kills).toBeGreaterThan(3);
    expect(await found('lodz')).toBe(CITIES);
  });

  it('gets what is written meanwhile, and loses what is deleted', async () => {
    const all = await leaves.list({ limit: ROWS, orderBy: 'id' });
    expect(await reindexTurn(database)).toBe(true);
    for (const leaf of [all[0], all[3], all.at(-1)]) await Object.assign(leaf as Leaf, { body: 'Gdańsk i Ełk' }).save();
    await all[6]?.delete();
    await leaves.add({ title: 'Łódź at night' });
    await finish();
    // Two that were changed had it, one was deleted, one was added.
    expect(await found('lodz')).toBe(CITIES - 2);
    expect(await found('elk')).toBe(3);
    expect(await found('gdansk')).toBe(3);
  });

  it('is indexed once by two processes', async () => {
    const other = await openDatabase(database.url);
    const shared = (await new Leaves(other).count().catch(() => 0)) === ROWS ? other : database;
    for (;;) {
      const more = await Promise.all([reindexTurn(database), reindexTurn(shared)]);
      if (!more.includes(true)) break;
    }
    expect(await found('lodz')).toBe(CITIES);
    expect((await readForms(database)).get('leaves')).toMatchObject({ passed: ROWS });
    await other.close();
  });

  it('waits for programs of another schema, which write words of the form before', async () => {
    const stops = [
      await announceProcess(database, { version: '1', schema: 'new' }),
      await announceProcess(database, { version: '0', schema: 'old' }),
    ];
    expect(await reindexTurn(database)).toBe(false);
    expect((await readForms(database)).size).toBe(0);
    await stops[1]?.();
    await finish();
    expect(await found('lodz')).toBe(CITIES);
    await stops[0]?.();
  });

  it('is left alone by a process of an older form, and can be made anew', async () => {
    await finish();
    await ageIndex(database);
    await database.run({
      sql: `insert into search_forms (name, form, passed, started_at, finished_at) values ('leaves', 99, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
      parameters: [],
    });
    expect([await reindexTurn(database), await found('lodz')]).toEqual([false, 0]);
    await beginReindex(database);
    await finish();
    expect(await found('lodz')).toBe(CITIES);
  });

  describe.skipIf(dialect === 'sqlite')('with several writers', () => {
    it('does not wait for a row that somebody writes, and takes it later', async () => {
      const writer = await openDatabase(database.url);
      let release = (): void => undefined;
      let holds = (): void => undefined;
      const held = new Promise<void>((resolve) => (holds = resolve));
      const [, , , locked] = await leaves.list({ limit: 4, orderBy: 'id' });
      const writing = writer.transaction(async () => {
        await writer.run({ sql: `update leaves set body = 'Ełk' where id = $1`, parameters: [String(locked?.id)] });
        holds();
        await new Promise<void>((resolve) => (release = resolve));
      });
      await held;
      expect(await reindexTurn(database)).toBe(true);
      expect((await readForms(database)).get('leaves')).toMatchObject({ passed: 3, finishedAt: null });
      // It is the first one now.
      expect(await reindexTurn(database)).toBe(false);
      release();
      await writing;
      await finish();
      expect([await found('elk'), await found('lodz')]).toEqual([1, CITIES - 1]);
      await writer.close();
    });
  });
});
