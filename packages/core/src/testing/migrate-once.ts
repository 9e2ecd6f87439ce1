import { argv } from 'node:process';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';

// A separate process that migrates a database, for the tests of concurrent migrations.
class Once extends object({ title: text({ search: 'A' }) }, { table: 'onces' }) {}
class Onces extends collection(Once) {}

const database = await openDatabase(argv[2] ?? '');
await applyMigrations(database, schemaOf([Onces]));
await database.close();
