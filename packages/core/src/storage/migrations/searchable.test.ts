import { expect, it } from 'vitest';
import { reference } from '../../fields/reference.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { defineMigration, searchable } from './define-migration.ts';
import { applyMigrations } from './migrate.ts';
import { migrationStatus } from './status.ts';

class Plain extends object({ title: text({ required: true }) }, { table: 'letters', unique: [['title']] }) {}
class Plains extends collection(Plain) {}
class Searched extends object({ title: text({ required: true, search: 'A' }) }, { table: 'letters', unique: [['title']] }) {}
class Letters extends collection(Searched) {}
const attached = (letters: string) => ({
  letterId: reference(letters, { required: true, onDelete: 'cascade' }),
  replyTo: reference(letters, { onDelete: 'set null' }),
  name: text(),
});
class File extends object(attached('letters'), { table: 'files', unique: [['letterId', 'name']], indexes: [['replyTo']] }) {}
class Files extends collection(File) {}

const before = schemaOf([Plains, Files]);
const after = schemaOf([Letters, Files]);
const files = [defineMigration({ id: '0001-search-letters', steps: [searchable('letters')] })];

describeOnEveryDatabase('a table that becomes searchable', (open) => {
  it('keeps its rows and everything that refers to them, and finds what it had', async () => {
    const database = await open();
    await applyMigrations(database, before);
    const [one, two] = [await new Plains(database).add({ title: 'The oak' }), await new Plains(database).add({ title: 'The bridge' })];
    for (const name of ['a', 'b']) await new Files(database).add({ letterId: one.id, replyTo: two.id, name });
    if (database.dialect.name === 'sqlite')
      await expect(applyMigrations(database, after)).rejects.toThrow('search can be added or removed only when the table is created');
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    expect(await migrationStatus(database, after, { files })).toMatchObject({ state: 'current', files: [] });
    const letters = new Letters(database);
    expect((await letters.list({ search: 'oak' })).map(({ id }) => id)).toEqual([one.id]);
    expect(await letters.require(two.id)).toMatchObject({ title: 'The bridge', created_at: two.created_at });
    await expect(letters.add({ title: 'The oak' })).rejects.toMatchObject({ code: 'not_unique' });
    await expect(new Files(database).add({ letterId: one.id, name: 'a' })).rejects.toMatchObject({ code: 'not_unique' });
    await expect(new Files(database).add({ letterId: 'none', name: 'c' })).rejects.toThrow();
    // References hold as before.
    await (await letters.require(two.id)).delete();
    expect((await new Files(database).list({ orderBy: 'name' })).map(({ name, replyTo }) => [name, replyTo])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    await (await letters.require(one.id)).delete();
    expect(await new Files(database).count()).toBe(0);
  });

  it('is left alone if it is searched already, or is not there', async () => {
    const database = await open();
    await applyMigrations(database, after);
    await new Letters(database).add({ title: 'The oak' });
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    expect(await new Letters(database).count({ search: 'oak' })).toBe(1);
  });
});
