import type { Database } from '../database.ts';
import { migrationsOf } from './migrations-applied.ts';

const tables = new WeakMap<Database, { readonly names: ReadonlySet<string>; readonly migrations: number }>();

/** Returns whether a database has a table. Queried once per database, and again after each migration until the table exists. */
export async function hasTable(database: Database, name: string): Promise<boolean> {
  const migrations = migrationsOf(database);
  const known = tables.get(database);
  if (known && (known.names.has(name) || known.migrations === migrations)) return known.names.has(name);
  const rows = await database.all(database.dialect.introspect());
  const names = new Set(rows.map((row) => String(row['table'])));
  tables.set(database, { names, migrations });
  return names.has(name);
}
