import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { requireCurrentSchema } from '../migrations/migrate.ts';
import { openDatabase } from '../open/open-database.ts';
import { scrubDeleted } from './scrub-deleted.ts';

class Letter extends object(
  { title: text({ search: 'A' }), email: text(), body: text({ search: 'B' }) },
  { table: 'letters', audit: false, indexes: [['email']] },
) {}
class Letters extends collection(Letter) {}
const { schema } = operationTable([Letters]);

const directory = mkdtempSync(join(tmpdir(), 'colophon-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** How often a text stands in the bytes of a database, and of its write-ahead log. */
function copiesIn(path: string, secret: string): number {
  return [path, `${path}-wal`]
    .map((file) => (existsSync(file) ? readFileSync(file, 'latin1').split(secret).length - 1 : 0))
    .reduce((sum, count) => sum + count, 0);
}

describe('the file of a database after an erasure', () => {
  it('has nothing left of what was deleted or changed, in rows, long values, indexes, words and the log', async () => {
    const path = join(directory, 'letters.sqlite');
    const database = await openDatabase(`sqlite:${path}`);
    await requireCurrentSchema(database, schema);
    const letters = new Letters(database);
    const secret = (index: number) => `zebulonovich${index}z`;
    const kept: string[] = [];
    for (let index = 0; index < 120; index += 1) {
      const { id } = await letters.add({
        title: `To ${secret(index)}`,
        email: `${secret(index)}@example.org`,
        body: `${secret(index)} `.repeat(index % 10 === 0 ? 4000 : 3),
      });
      kept.push(id);
    }
    // Some are emptied, as an erasure does, some deleted.
    for (let index = 10; index < 60; index += 1) {
      if (index % 2 === 0) await letters.update(kept[index] ?? '', { title: null, email: 'erased@invalid', body: '' });
      else await letters.remove(kept[index] ?? '');
    }
    const copies = () => Array.from({ length: 50 }, (_, index) => copiesIn(path, secret(index + 10))).filter((count) => count > 0).length;
    expect(copies()).toBeGreaterThan(0);
    expect(await scrubDeleted(database)).toBe('done');
    expect(copies()).toBe(0);
    expect(copiesIn(path, secret(5))).toBeGreaterThan(0);
    expect(await letters.count({ search: secret(70) })).toBe(1);
    expect(await letters.count({ search: secret(20) })).toBe(0);
    await letters.add({ title: 'Later', body: 'It goes on.' });
    await database.close();
  });

  it('says that it is unfinished while somebody reads, and keeps the data of others', async () => {
    const path = join(directory, 'read.sqlite');
    const database = await openDatabase(`sqlite:${path}`);
    await requireCurrentSchema(database, schema);
    await new Letters(database).add({ title: 'One', body: 'Kept.' });
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM letters');
    await new Letters(database).add({ title: 'Two', body: 'Kept.' });
    expect(await scrubDeleted(database)).toBe('unfinished');
    reader.close();
    expect(await scrubDeleted(database)).toBe('done');
    expect(await new Letters(database).count({ search: 'kept' })).toBe(2);
    await database.close();
  });

  it('is scrubbed by several at the same time, and after a scrub that was interrupted, and the last one is done', async () => {
    const path = join(directory, 'several.sqlite');
    const [database, other] = await Promise.all([openDatabase(`sqlite:${path}`), openDatabase(`sqlite:${path}`)]);
    const run = (sql: string) => database.run({ sql, parameters: [] });
    await run('CREATE TABLE _scrub (zeros BLOB)');
    await run('CREATE TABLE notes (words TEXT)');
    await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO notes SELECT 'zebulonovich' || printf('%.20000c', 'x') FROM n`);
    await run('DELETE FROM notes');
    expect(await Promise.all([scrubDeleted(database), scrubDeleted(database)])).toEqual(['done', 'done']);
    const outcomes = await Promise.all([scrubDeleted(database), scrubDeleted(other)]);
    expect(outcomes).toContain('done');
    expect(copiesIn(path, 'zebulonovich')).toBe(0);
    expect(await database.all({ sql: `SELECT name FROM sqlite_schema WHERE name LIKE '%scrub%'`, parameters: [] })).toEqual([]);
    await Promise.all([database.close(), other.close()]);
  });
});

describeOnEveryDatabase('scrubbing', (open) => {
  it('works in memory, is refused inside a transaction on SQLite, and left to VACUUM on PostgreSQL', async () => {
    const database = await open();
    await requireCurrentSchema(database, schema);
    await new Letters(database).add({ title: 'One', body: 'Kept.' });
    const isSqlite = database.dialect.name === 'sqlite';
    expect(await scrubDeleted(database)).toBe(isSqlite ? 'done' : 'unsupported');
    if (isSqlite) await expect(database.transaction(() => scrubDeleted(database))).rejects.toThrow('inside a transaction');
    expect(await new Letters(database).count({ search: 'kept' })).toBe(1);
  });
});
