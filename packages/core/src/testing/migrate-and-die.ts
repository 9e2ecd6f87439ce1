import { argv, kill, pid } from 'node:process';
import { text } from '../fields/text.ts';
import { integer } from '../fields/numbers.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import { defineMigration, drop, rename, require, retype } from '../storage/migrations/define-migration.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { schemaDigest } from '../storage/migrations/record.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { announceProcess } from '../storage/processes/announce-process.ts';

class OldDish extends object(
  { mins: integer({ required: true }), stars: text(), town: text(), colour: text({ required: true }) },
  { table: 'dishes', indexes: [['mins']] },
) {}
export class OldDishes extends collection(OldDish) {}
class Dish extends object(
  { minutes: integer({ required: true }), stars: integer(), town: text({ required: true }) },
  { table: 'dishes', indexes: [['minutes']] },
) {}
export class Dishes extends collection(Dish) {}

export const OLD_DISHES = schemaOf([OldDishes]);
export const DISHES = schemaOf([Dishes]);
export const DISH_MIGRATIONS = [
  defineMigration({
    id: '0001-dishes',
    steps: [
      rename('dishes.mins', 'dishes.minutes'),
      retype('dishes.stars', 'integer'),
      require('dishes.town', { fill: 'unknown' }),
      drop('dishes.colour'),
    ],
  }),
];

const [, script, url, phase, mode] = argv;
// A separate process that is killed in a phase of a migration, for the tests of what is left then.
if (script?.endsWith('migrate-and-die.ts') && url !== undefined) {
  const database = await openDatabase(url);
  // Beside another program more is done.
  if (mode === 'online') await announceProcess(database, { version: '2', schema: schemaDigest(DISHES) });
  let parts = 0;
  await applyMigrations(database, DISHES, {
    files: DISH_MIGRATIONS,
    onProgress: (progress) => {
      if (progress.phase !== phase) return;
      parts += 1;
      // In the middle of the backfill, and of the transactions of another phase.
      if (parts === (phase === 'backfill' ? 3 : 1)) setTimeout(() => kill(pid, 'SIGKILL'), phase === 'backfill' ? 0 : 2);
    },
  });
  await database.close();
}
