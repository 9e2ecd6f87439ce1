import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open/open-database.ts';

describeOnEveryDatabase('the mark of the data', (open, dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-mark-'));
  const opened: Database[] = [];
  afterAll(async () => {
    for (const database of opened) await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Two handles of one database, as two processes have them. */
  async function two(): Promise<[Database, Database]> {
    const url = dialect === 'sqlite' ? `sqlite:${join(folder, 'mark.sqlite')}` : (await open()).url;
    const both = [await openDatabase(url), await openDatabase(url)] as const;
    opened.push(...both);
    await both[0].runScript(['CREATE TABLE notes (id integer)']);
    return [...both];
  }

  /** A first read after a write is not remembered, and on PostgreSQL the writes of other databases of the server count too. */
  async function settled(database: Database): Promise<object> {
    return vi.waitFor(async () => {
      const mark = await database.dataMark();
      await database.all({ sql: 'SELECT * FROM notes', parameters: [] });
      expect(await database.dataMark()).toBe(mark);
      return mark;
    }, 10_000);
  }

  it('is the same while nobody writes, and another one after a write of any process', async () => {
    const [one, other] = await two();
    for (const writer of [one, other]) {
      const mark = await settled(one);
      await writer.run({ sql: 'INSERT INTO notes VALUES (1)', parameters: [] });
      await turn();
      expect(await one.dataMark()).not.toBe(mark);
    }
    await expect(
      one.transaction(async () => {
        await one.run({ sql: 'INSERT INTO notes VALUES (2)', parameters: [] });
        expect(await one.dataMark()).not.toBe(await one.dataMark());
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
  });
});
