import { expect, it } from 'vitest';
import { json } from '../../fields/json.ts';
import { integer } from '../../fields/numbers.ts';
import { reference } from '../../fields/reference.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import { carry, defineMigration, drop } from './define-migration.ts';
import { applyMigrations } from './migrate.ts';
import { schemaDigest } from './record.ts';
import { migrationStatus } from './status.ts';

class Piece extends object({ title: text() }, { table: 'pieces' }) {}
class Pieces extends collection(Piece) {}
class Credential extends object(
  { pieceId: reference('pieces', { required: true, onDelete: 'cascade' }), jws: text({ required: true }), claims: json(), note: text() },
  { table: 'credentials', appendOnly: true },
) {}
class Credentials extends collection(Credential) {}
class Edition extends object(
  {
    pieceId: reference('pieces', { required: true, onDelete: 'cascade' }),
    signature: text({ required: true }),
    claims: json(),
    kind: text({ required: true }),
    size: integer({ required: true }),
  },
  { table: 'editions', appendOnly: true, indexes: [['kind']] },
) {}
class Editions extends collection(Edition) {}

const before = schemaOf([Pieces, Credentials]);
const after = schemaOf([Pieces, Editions]);
const kept = ['id', 'pieceId', 'claims', 'rev', 'created_at', 'updated_at'];
const step = carry('credentials', 'editions', {
  columns: { ...Object.fromEntries(kept.map((name) => [name, name])), jws: 'signature' },
  leaves: ['note'],
  set: ({ jws }) => ({ kind: 'publication', size: String(jws).length }),
});
const files = [defineMigration({ id: 'content/0001-editions', steps: [step] })];

describeOnEveryDatabase('rows of a record', (open) => {
  it('are carried to another table as they are, those of an old program beside it too', async () => {
    const database = await open();
    await applyMigrations(database, before);
    const piece = await new Pieces(database).add({ title: 'a' });
    const old = new Credentials(database);
    const add = (at: number) =>
      old.add({ pieceId: piece.id, jws: `ey${at}.ü\u0001.“${'x'.repeat(at % 7)}”`, claims: at % 2 ? { at, text: 'é' } : null });
    const made = [];
    for (let at = 0; at < 1100; at += 1) made.push(await add(at));
    const leave = await announceProcess(database, { version: '1', schema: schemaDigest(before) });
    await expect(applyMigrations(database, after, { files })).rejects.toMatchObject({ code: 'migration_in_use' });
    made.push(await add(2000));
    await leave();
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    const editions = new Editions(database);
    expect(await editions.count()).toBe(made.length);
    for (const { id, jws, claims, pieceId, created_at } of made.slice(-30))
      expect(await editions.require(id)).toMatchObject({
        signature: jws,
        claims,
        pieceId,
        created_at,
        kind: 'publication',
        size: jws.length,
        rev: 1,
      });
    const tables = (await database.all(database.dialect.introspect())).map(({ table }) => table);
    expect(tables).not.toContain('credentials');
    expect(await migrationStatus(database, after, { files })).toMatchObject({ state: 'current', files: [] });
  });

  it('stay where they are if one of them is not the same', async () => {
    const database = await open();
    await applyMigrations(database, before);
    const piece = await new Pieces(database).add({ title: 'a' });
    const one = await new Credentials(database).add({ pieceId: piece.id, jws: 'signed' });
    const leave = await announceProcess(database, { version: '1', schema: schemaDigest(before) });
    await expect(applyMigrations(database, after, { files })).rejects.toMatchObject({ code: 'migration_in_use' });
    await leave();
    await database.run({ sql: `UPDATE editions SET signature = 'forged'`, parameters: [] });
    await expect(applyMigrations(database, after, { files })).rejects.toMatchObject({ code: 'migration_failed_check', parts: [one.id] });
    expect(await database.all({ sql: 'SELECT jws FROM credentials', parameters: [] })).toEqual([{ jws: 'signed' }]);
  });

  it('are carried by packages alone, and never removed', async () => {
    const database = await open();
    await applyMigrations(database, before);
    for (const steps of [[step], [drop('credentials')]]) {
      const own = [defineMigration({ id: '0001-editions', steps })];
      await expect(applyMigrations(database, after, { files: own })).rejects.toMatchObject({ code: 'migration_touches_record' });
    }
    expect(() => carry('a', 'b', { columns: {} })).not.toThrow();
    const lacking = [defineMigration({ id: 'content/0001-lacking', steps: [carry('credentials', 'editions', { columns: { id: 'id' } })] })];
    await expect(applyMigrations(database, after, { files: lacking })).rejects.toThrow('what becomes of credentials.pieceId');
  });
});
