import { argv } from 'node:process';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';

// A process of its own that brings a database up to date, for the tests of migrations by several at once.
class Once extends object({ title: text({ search: 'A' }) }, { table: 'onces' }) {}
class Onces extends collection(Once) {}

const database = await openDatabase(argv[2] ?? '');
await applyMigrations(database, schemaOf([Onces]));
await database.close();
