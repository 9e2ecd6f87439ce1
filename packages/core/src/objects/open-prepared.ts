import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { createMissingTables } from '../storage/migrations/create-missing.ts';
import type { CollectionStatics } from './collection-statics.ts';
import { offerDefaultDatabase } from './default-database.ts';
import { schemaOf } from './schema.ts';

/** A database by URL, or an open one. */
export type DatabaseOption = { readonly url: string } | Database;

/**
 * Opens a database for one collection used on its own, and creates its missing tables. It becomes the default database of the process if
 * there is none.
 */
export async function openPrepared(option: DatabaseOption, collectionClass: CollectionStatics): Promise<Database> {
  const database = 'dialect' in option ? option : await openDatabase(option.url);
  await createMissingTables(database, schemaOf([collectionClass]));
  offerDefaultDatabase(database);
  return database;
}
