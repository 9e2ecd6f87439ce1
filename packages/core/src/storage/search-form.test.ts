import { expect, it } from 'vitest';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { applyMigrations } from './migrations/migrate.ts';
import { migrationStatus } from './migrations/status.ts';
import type { TableDefinition } from './table.ts';

class Leaf extends object(
  { title: text({ required: true, search: 'A' }), body: text({ default: '', search: 'D' }) },
  { table: 'leaves' },
) {}
class Leaves extends collection(Leaf) {}

describeOnEveryDatabase('a search index that an older form made', (open) => {
  it('is made anew by a migration, with the rows that there are', async () => {
    const database = await open();
    const schema = schemaOf([Leaves]);
    await applyMigrations(database, schema);
    for (let index = 0; index < 450; index += 1) await new Leaves(database).add({ title: `Leaf ${index}`, body: 'हिन्दी' });
    const older = schema.map((table) => ({ ...table, search: { columns: table.search?.columns } }) as unknown as TableDefinition);
    await database.run(
      database.dialect.builder
        .updateTable('_colophon_migrations')
        .set({ schema: JSON.stringify(older) })
        .compile(),
    );
    expect((await migrationStatus(database, schema)).plan.steps.map((step) => step.summary)).toEqual([
      'drop search on leaves',
      'create search on leaves',
    ]);
    await applyMigrations(database, schema);
    expect(await new Leaves(database).count({ search: 'हिन्दी' })).toBe(450);
    expect((await new Leaves(database).list({ search: '449' })).map((leaf) => leaf.title)).toEqual(['Leaf 449']);
  });
});
