import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { isByRow, type TableDefinition } from '../table.ts';
import { applyMigrations } from './migrate.ts';
import { readRecord } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * Creates missing tables for a collection used on its own; existing tables are not changed.
 *
 * @throws SchemaError if an existing table lacks a column, or an index that reads name
 */
export function createMissingTables(database: Database, tables: readonly TableDefinition[]): Promise<void> {
  // Two collections opened at once, here or in another process, must not ignore each other's tables.
  return database.exclusively('colophon migrations', async () => {
    const record = await readRecord(database);
    const known = new Map(record.tables.map((table) => [table.name, table]));
    refuseLackingParts(tables, known, database.dialect);
    const missing = tables.filter((table) => !known.has(table.name));
    if (missing.length > 0) await applyMigrations(database, [...record.tables, ...missing]);
  });
}

function refuseLackingParts(tables: readonly TableDefinition[], known: ReadonlyMap<string, TableDefinition>, dialect: Dialect): void {
  const lacking = tables.flatMap((table) => {
    const existing = known.get(table.name);
    if (!existing) return [];
    const columns = existing.columns.map((column) => column.name);
    const lackingColumns = table.columns.filter(({ name }) => !columns.includes(name)).map(({ name }) => `${table.name}.${name}`);
    return dialect.rows ? [...lackingColumns, ...lackingIndexes(table, existing)] : lackingColumns;
  });
  if (lacking.length > 0)
    throw new SchemaError(
      'schema_behind',
      'The database lacks',
      lacking,
      'Migrate the database first: `applyMigrations(database, table.schema)`, or the migration command of the application.',
    );
}

/** Without any other index, reads only take longer. */
function lackingIndexes(table: TableDefinition, existing: TableDefinition): string[] {
  const named = new Set(existing.indexes.map(({ name }) => name));
  const valued = new Set(existing.valueIndexes?.map(({ column, owner }) => `${column} ${owner}`));
  return [
    ...table.indexes.filter((index) => isByRow(index) && !named.has(index.name)).map(({ name }) => `the index ${name}`),
    ...(table.valueIndexes ?? [])
      .filter(({ column, owner }) => !valued.has(`${column} ${owner}`))
      .map(({ column }) => `the value index of ${table.name}.${column}`),
  ];
}
