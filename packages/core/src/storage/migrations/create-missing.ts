import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import { applyMigrations } from './migrate.ts';
import { readRecord } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * Creates missing tables for a collection used on its own; existing tables are not changed.
 *
 * @throws SchemaError if an existing table lacks a required column
 */
export function createMissingTables(database: Database, tables: readonly TableDefinition[]): Promise<void> {
  // Two collections opened at once, here or in another process, must not ignore each other's tables.
  return database.exclusively('colophon migrations', async () => {
    const record = await readRecord(database);
    const known = new Map(record.tables.map((table) => [table.name, table]));
    refuseLackingColumns(tables, known);
    const missing = tables.filter((table) => !known.has(table.name));
    if (missing.length > 0) await applyMigrations(database, [...record.tables, ...missing]);
  });
}

function refuseLackingColumns(tables: readonly TableDefinition[], known: ReadonlyMap<string, TableDefinition>): void {
  const lacking = tables.flatMap((table) => {
    const columns = known.get(table.name)?.columns.map((column) => column.name);
    if (!columns) return [];
    return table.columns.filter((column) => !columns.includes(column.name)).map((column) => `${table.name}.${column.name}`);
  });
  if (lacking.length > 0)
    throw new SchemaError(
      'schema_behind',
      'The database lacks',
      lacking,
      'Migrate the database first: `applyMigrations(database, table.schema)`, or the migration command of the application.',
    );
}
