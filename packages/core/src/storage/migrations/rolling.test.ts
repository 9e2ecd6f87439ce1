import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { openDatabase } from '../open/open-database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import { defineMigration, rename, retype } from './define-migration.ts';
import { applyMigrations, requireCurrentSchema } from './migrate.ts';
import { schemaDigest } from './record.ts';
import { migrationStatus } from './status.ts';

class OldDish extends object(
  { title: text({ required: true }), mins: integer({ required: true }), cook: text(), tone: text({ default: 'plain' }) },
  { table: 'dishes', unique: [['mins']] },
) {}
class OldDishes extends collection(OldDish) {}
class Dish extends object(
  {
    title: text({ required: true }),
    minutes: integer({ required: true }),
    chef: text(),
    mood: text({ default: 'plain' }),
    price: integer(),
  },
  { table: 'dishes', unique: [['minutes']] },
) {}
class Dishes extends collection(Dish) {}

const before = schemaOf([OldDishes]);
const after = schemaOf([Dishes]);
const files = [
  defineMigration({ id: '0001-minutes', steps: [rename('dishes.mins', 'dishes.minutes')] }),
  defineMigration({ id: '0002-chef', steps: [rename('dishes.cook', 'dishes.chef'), rename('dishes.tone', 'dishes.mood')] }),
];

/** Writes records until told to stop, and remembers what was acknowledged: the minutes and the cook of each. */
function keepWriting(
  write: (serial: number) => Promise<string>,
  change: (id: string, serial: number) => Promise<unknown>,
  valueOf: (serial: number) => unknown,
) {
  const acknowledged = new Map<string, unknown>();
  let going = true;
  const work = async (): Promise<void> => {
    for (let serial = 0; going; serial += 2) {
      const id = await write(serial);
      acknowledged.set(id, valueOf(serial));
      await change(id, serial + 1);
      acknowledged.set(id, valueOf(serial + 1));
      await delay(1);
    }
  };
  const running = work();
  return {
    acknowledged,
    async stop() {
      going = false;
      await running;
    },
  };
}

describeOnEveryDatabase('old and new programs at once', (open) => {
  it('write under the old and the new name, and nothing is lost', async () => {
    const migrating = await open();
    await applyMigrations(migrating, before);
    const [ofOld, ofNew] = await Promise.all([openDatabase(migrating.url), openDatabase(migrating.url)]);
    const leave = await announceProcess(ofOld, { version: '1', schema: schemaDigest(before) });
    const old = new OldDishes(ofOld);
    const rows = await Promise.all(
      Array.from({ length: 700 }, (_, at) => old.add({ title: 'kept', mins: at, cook: at % 2 ? `cook ${at}` : null })),
    );
    const oldWriter = keepWriting(
      async (serial) => (await old.add({ title: 'old', mins: 1_000_000 + serial, cook: `old ${serial}`, tone: 'loud' })).id,
      (id, serial) => old.update(id, { mins: 1_000_000 + serial, cook: serial % 3 === 0 ? null : `old ${serial}` }),
      (serial) => [1_000_000 + serial, serial % 3 === 0 && serial % 2 === 1 ? null : `old ${serial}`],
    );
    expect(await applyMigrations(migrating, after, { files, rolling: true })).toMatchObject({ state: 'migrating', mayStart: true });
    // Both may start now, in any order.
    expect(await requireCurrentSchema(ofOld, before)).toMatchObject({ state: 'migrating' });
    expect(await requireCurrentSchema(ofNew, after, { files })).toMatchObject({ state: 'migrating' });
    await announceProcess(ofNew, { version: '2', schema: schemaDigest(after) });
    const fresh = new Dishes(ofNew);
    const newWriter = keepWriting(
      async (serial) =>
        (
          await fresh.add({
            title: 'new',
            minutes: 2_000_000 + serial,
            chef: `new ${serial}`,
            mood: serial % 4 === 0 ? 'loud' : 'plain',
            price: serial,
          })
        ).id,
      (id, serial) => fresh.update(id, { minutes: 2_000_000 + serial, chef: serial % 3 === 0 ? null : `new ${serial}` }),
      (serial) => [2_000_000 + serial, serial % 3 === 0 && serial % 2 === 1 ? null : `new ${serial}`],
    );
    await delay(150);
    // Each changes what the other one wrote.
    await fresh.update(rows[0]?.id ?? '', { minutes: 3_000_000, chef: 'by the new' });
    await old.update(rows[1]?.id ?? '', { mins: 3_000_001, cook: 'by the old' });
    const [loud, plain] = [
      await old.add({ title: 'l', mins: 4_000_000, tone: 'loud' }),
      await fresh.add({ title: 'p', minutes: 4_000_001 }),
    ];
    expect([(await fresh.require(loud.id)).mood, (await old.require(plain.id)).tone]).toEqual(['loud', 'plain']);
    expect(await old.require(rows[0]?.id ?? '')).toMatchObject({ mins: 3_000_000, cook: 'by the new' });
    expect(await fresh.require(rows[1]?.id ?? '')).toMatchObject({ minutes: 3_000_001, chef: 'by the old' });
    await expect(fresh.add({ title: 'again', minutes: 3_000_001 })).rejects.toMatchObject({ status: 409 });
    await expect(applyMigrations(migrating, after, { files })).rejects.toMatchObject({
      code: 'migration_in_use',
      message: expect.stringContaining('server 1 on'),
    });
    await oldWriter.stop();
    await leave();
    expect(await applyMigrations(migrating, after, { files })).toMatchObject({ state: 'current', mayStart: true });
    await delay(30);
    await newWriter.stop();
    for (const [id, [minutes, chef]] of [...oldWriter.acknowledged, ...newWriter.acknowledged] as [string, [number, string | null]][])
      expect(await fresh.require(id)).toMatchObject({ minutes, chef });
    expect(oldWriter.acknowledged.size).toBeGreaterThan(3);
    expect(newWriter.acknowledged.size).toBeGreaterThan(3);
    expect(await fresh.count()).toBe(702 + oldWriter.acknowledged.size + newWriter.acknowledged.size);
    await expect(requireCurrentSchema(ofOld, before)).rejects.toMatchObject({ code: 'schema_apart' });
    expect(await migrationStatus(migrating, after, { files })).toMatchObject({ state: 'current', files: [] });
    await Promise.all([ofOld.close(), ofNew.close()]);
  });

  it('are refused for changes that only one of them understands', async () => {
    const database = await open();
    await applyMigrations(database, before);
    class Other extends object(
      { title: text({ required: true }), mins: text({ required: true }), cook: text(), tone: text({ default: 'plain' }) },
      { table: 'dishes', unique: [['mins']] },
    ) {}
    class Others extends collection(Other) {}
    const kinds = [defineMigration({ id: '0001-kind', steps: [retype('dishes.mins', 'text')] })];
    await expect(applyMigrations(database, schemaOf([Others]), { files: kinds, rolling: true })).rejects.toMatchObject({
      code: 'migration_needs_stop',
      parts: ['dishes.mins has one kind at a time'],
    });
    expect(await migrationStatus(database, before)).toMatchObject({ state: 'current', unfinished: [] });
  });

  it('lets the old one write until values have been converted, and carries what it wrote meanwhile', async () => {
    const database = await open();
    await applyMigrations(database, before);
    const old = new OldDishes(database);
    const leave = await announceProcess(database, { version: '1', schema: schemaDigest(before) });
    const [first] = await Promise.all([old.add({ title: 'a', mins: 1 }), old.add({ title: 'b', mins: 2 })]);
    class Other extends object(
      { title: text({ required: true }), mins: text({ required: true }), cook: text(), tone: text({ default: 'plain' }) },
      { table: 'dishes', unique: [['mins']] },
    ) {}
    class Others extends collection(Other) {}
    const kinds = [defineMigration({ id: '0001-kind', steps: [retype('dishes.mins', 'text')] })];
    await expect(applyMigrations(database, schemaOf([Others]), { files: kinds })).rejects.toMatchObject({ code: 'migration_in_use' });
    // Everything was carried over; the old program writes on.
    await old.update(first.id, { mins: 11 });
    const third = await old.add({ title: 'c', mins: 3 });
    await expect(requireCurrentSchema(database, schemaOf([Others]), { files: kinds })).rejects.toMatchObject({ code: 'schema_migrating' });
    await leave();
    await applyMigrations(database, schemaOf([Others]), { files: kinds });
    const others = new Others(database);
    expect([await others.require(first.id), await others.require(third.id)]).toMatchObject([{ mins: '11' }, { mins: '3' }]);
  });
});
