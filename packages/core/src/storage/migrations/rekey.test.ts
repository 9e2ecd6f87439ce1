import { expect, it } from 'vitest';
import { list } from '../../fields/list.ts';
import { reference } from '../../fields/reference.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import { defineMigration, rekey } from './define-migration.ts';
import { applyMigrations } from './migrate.ts';
import { schemaDigest } from './record.ts';

class OldTag extends object(
  {
    slug: text({ required: true }),
    label: text({ search: 'A' }),
    parent: reference('tags', { onDelete: 'cascade' }),
    names: list(text(), { indexed: true }),
  },
  { table: 'tags', key: 'slug' },
) {}
class OldTags extends collection(OldTag) {}
class OldAlias extends object({ name: text(), tag: reference('tags', { required: true, onDelete: 'cascade' }) }, { table: 'aliases' }) {}
class OldAliases extends collection(OldAlias) {}
class OldUse extends object({ tag: reference('tags', { onDelete: 'cascade' }), piece: text() }, { table: 'uses' }) {}
class OldUses extends collection(OldUse) {}

class Tag extends object(
  {
    slug: text({ required: true }),
    label: text({ search: 'A' }),
    parentId: reference('tags', { onDelete: 'cascade' }),
    names: list(text(), { indexed: true }),
  },
  { table: 'tags', unique: [['slug']] },
) {}
class Tags extends collection(Tag) {}
class Alias extends object({ name: text(), tagId: reference('tags', { required: true, onDelete: 'cascade' }) }, { table: 'aliases' }) {}
class Aliases extends collection(Alias) {}
class Use extends object({ tag: text(), piece: text() }, { table: 'uses' }) {}
class Uses extends collection(Use) {}

const before = schemaOf([OldTags, OldAliases, OldUses]);
const after = schemaOf([Tags, Aliases, Uses]);
const files = [
  defineMigration({
    id: '0001-tags',
    steps: [rekey('tags', 'id', { references: { 'tags.parent': 'parentId', 'aliases.tag': 'tagId', 'uses.tag': null } })],
  }),
];

describeOnEveryDatabase('a table with another key', (open) => {
  it('keeps its rows and those that refer to them', async () => {
    const database = await open();
    await applyMigrations(database, before);
    const old = { tags: new OldTags(database), aliases: new OldAliases(database), uses: new OldUses(database) };
    await old.tags.add({ slug: 'politics', label: 'Politics', names: ['state'] });
    const leave = await announceProcess(database, { version: '1', schema: schemaDigest(before) });
    await expect(applyMigrations(database, after, { files })).rejects.toMatchObject({ code: 'migration_in_use' });
    // The old program goes on until it is stopped.
    await old.tags.add({ slug: 'budget', label: 'The budget', parent: 'politics' });
    const alias = await old.aliases.add({ name: 'spending', tag: 'budget' });
    const use = await old.uses.add({ tag: 'budget', piece: 'p1' });
    await leave();
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    const tags = new Tags(database);
    const [politics, budget] = [await tags.find({ slug: 'politics' }), await tags.find({ slug: 'budget' })];
    expect(budget).toMatchObject({ label: 'The budget', parentId: politics?.id });
    expect(politics?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await tags.list({ search: 'budget' })).toHaveLength(1);
    expect(await tags.list({ where: { names: 'state' } })).toHaveLength(1);
    expect(await new Aliases(database).require(alias.id)).toMatchObject({ name: 'spending', tagId: budget?.id });
    expect(await new Uses(database).require(use.id)).toMatchObject({ tag: 'budget', piece: 'p1' });
    await expect(tags.add({ slug: 'budget' })).rejects.toMatchObject({ status: 409 });
    await (await tags.require(politics?.id ?? '')).delete();
    expect([await tags.count(), await new Aliases(database).count(), await new Uses(database).count()]).toEqual([0, 0, 1]);
  });

  it('is refused while a reference to it is left out', async () => {
    const database = await open();
    await applyMigrations(database, before);
    const lacking = [defineMigration({ id: '0001-tags', steps: [rekey('tags', 'id', { references: { 'tags.parent': 'parentId' } })] })];
    await expect(applyMigrations(database, after, { files: lacking })).rejects.toThrow('what becomes of aliases.tag, uses.tag');
  });
});
