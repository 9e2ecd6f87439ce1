import type { Database } from '../database.ts';
import { onLockedDatabase } from './locked.ts';
import { migrationsApplied } from './migrations-applied.ts';
import { deleteRecord, readRecord } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * Takes back what was begun and is not finished: what was added beside the old columns is removed, with the values that were carried over.
 * The old columns have theirs. Returns the ids of the migrations; none if nothing was begun.
 *
 * @throws SchemaError if new programs may have started already
 */
export function undoMigration(database: Database): Promise<readonly string[]> {
  return onLockedDatabase(database, async () => {
    const { unfinished } = await readRecord(database);
    const final = unfinished.filter(({ undo }) => undo === undefined);
    if (final.length > 0)
      throw new SchemaError(
        'schema_migrating',
        'New programs may use the database already:',
        final.map(({ id }) => id ?? ''),
        'Finish the migration.',
      );
    for (const { version, undo = [] } of [...unfinished].reverse()) {
      await database.runScript(undo);
      await deleteRecord(database, version);
    }
    if (unfinished.length > 0) migrationsApplied(database);
    return unfinished.map(({ id }) => id ?? '');
  });
}
