import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import { applyMigrations } from './migrate.ts';
import { readRecord } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * Makes the tables that are not there yet, for a collection used on its own; tables that are there stay as they are.
 *
 * @throws SchemaError when a table that is there lacks a column that is needed
 */
export async function createMissingTables(database: Database, tables: readonly TableDefinition[]): Promise<void> {
  const record = await readRecord(database);
  const known = new Map(record.tables.map((table) => [table.name, table]));
  const lacking = tables.flatMap((table) => {
    const columns = new Set(known.get(table.name)?.columns.map((column) => column.name));
    return known.has(table.name)
      ? table.columns.filter((column) => !columns.has(column.name)).map((column) => `${table.name}.${column.name}`)
      : [];
  });
  if (lacking.length > 0)
    throw new SchemaError('schema_behind', 'The database lacks', lacking, 'Run `migrate apply` of the application that owns the database.');
  const missing = tables.filter((table) => !known.has(table.name));
  if (missing.length > 0) await applyMigrations(database, [...record.tables, ...missing]);
}
