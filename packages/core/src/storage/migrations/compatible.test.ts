import { expect, it } from 'vitest';
import type { Fields } from '../../fields/field.ts';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import type { TableDefinition } from '../table.ts';
import { defineMigration, drop } from './define-migration.ts';
import { applyMigrations, requireCurrentSchema } from './migrate.ts';
import { schemaDigest } from './record.ts';
import { migrationStatus } from './status.ts';

function tables(fields: Fields, options: Parameters<typeof object>[1] = {}): TableDefinition[] {
  class Thing extends object(fields, { table: 'things', ...options }) {}
  class Things extends collection(Thing) {}
  return schemaOf([Things]);
}

const first = tables({ title: text() });
const second = tables({ title: text(), pages: integer({ default: 7 }) });

describeOnEveryDatabase('an old program beside a newer schema', (open) => {
  it('starts and writes if the newer one only adds', async () => {
    const database = await open();
    await applyMigrations(database, first);
    await applyMigrations(database, second);
    await applyMigrations(database, tables({ title: text(), pages: integer({ default: 7 }), colour: text() }, { indexes: [['title']] }));
    expect(await requireCurrentSchema(database, first)).toMatchObject({
      state: 'ahead_compatible',
      version: 3,
      differences: ['things.pages is unknown to this code', 'things.colour is unknown to this code'],
    });
    expect(await migrationStatus(database, second)).toMatchObject({ state: 'ahead_compatible', mayStart: true });
    class Thing extends object({ title: text() }, { table: 'things' }) {}
    class Things extends collection(Thing) {}
    await new Things(database).add({ title: 'by the old program' });
    const [row] = await database.all({ sql: 'SELECT title, pages FROM things', parameters: [] });
    expect(row).toEqual({ title: 'by the old program', pages: 7 });
    // It never takes away what it does not know.
    await expect(applyMigrations(database, first)).rejects.toMatchObject({ code: 'schema_ahead' });
  });

  it('does not start if its schema was never the one of the database', async () => {
    const database = await open();
    await applyMigrations(database, second);
    await expect(requireCurrentSchema(database, first)).rejects.toMatchObject({ code: 'schema_ahead' });
  });

  it('does not start once something that it uses is gone', async () => {
    const database = await open();
    await applyMigrations(database, second);
    await applyMigrations(database, tables({ title: text(), colour: text(), pages: integer({ default: 7 }) }));
    expect(await migrationStatus(database, second)).toMatchObject({ state: 'ahead_compatible' });
    const files = [defineMigration({ id: '0001-pages', steps: [drop('things.pages')] })];
    await applyMigrations(database, tables({ title: text(), colour: text() }), { files });
    await expect(requireCurrentSchema(database, second)).rejects.toMatchObject({ code: 'schema_apart' });
    await expect(requireCurrentSchema(database, first)).rejects.toMatchObject({ code: 'schema_ahead' });
  });

  it('keeps what it uses while it runs', async () => {
    const database = await open();
    await applyMigrations(database, second);
    const leave = await announceProcess(database, { version: '1', schema: schemaDigest(second) });
    const refused = applyMigrations(database, first, { drop: ['things.pages'] });
    await expect(refused).rejects.toMatchObject({ code: 'migration_in_use', parts: [expect.stringContaining('server 1 on')] });
    // What is only added does not concern it.
    await applyMigrations(database, tables({ title: text(), pages: integer({ default: 7 }), colour: text() }));
    await leave();
    expect(await applyMigrations(database, first, { drop: ['things.pages', 'things.colour'] })).toMatchObject({ state: 'current' });
  });

  it('is not told to drop what it does not know', async () => {
    const database = await open();
    await applyMigrations(database, second);
    const refused = requireCurrentSchema(database, tables({ title: text(), colour: text() }));
    await expect(refused).rejects.toMatchObject({ code: 'schema_apart', hint: expect.not.stringMatching(/drop/) });
  });

  it('reads the record of a database that version 0.2 made', async () => {
    const database = await open();
    await applyMigrations(database, first);
    // The columns that it had.
    for (const name of [
      'id',
      'checksum',
      'phase',
      'mode',
      'compatible_from',
      'target',
      'position',
      'rows',
      'undo',
      'started_at',
      'finished_at',
      'logged',
    ])
      await database.run({ sql: `ALTER TABLE _colophon_migrations DROP COLUMN "${name}"`, parameters: [] });
    expect(await migrationStatus(database, first)).toMatchObject({ state: 'current', version: 1 });
    expect(await migrationStatus(database, second)).toMatchObject({ state: 'behind' });
    expect(await applyMigrations(database, second)).toMatchObject({ state: 'current', version: 2 });
    expect(await requireCurrentSchema(database, first)).toMatchObject({ state: 'ahead_compatible' });
  });
});
