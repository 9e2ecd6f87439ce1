import { linkTypes } from '../objects/table-types.ts';
import type { Database } from '../storage/database.ts';
import { requireCurrentSchema } from '../storage/migrations/migrate.ts';
import type { MigrationOptions, MigrationStatus } from '../storage/migrations/status.ts';
import type { OperationTable } from './operation-table.ts';

/**
 * Prepares an opened database for an operation table: its rows are then returned as instances of the classes of their types, and it has the
 * tables of the code. An empty database is set up. To be called before collections are made.
 *
 * @throws SchemaError if the database does not match the code
 * @throws UsageError if the database was prepared for other types
 * @example
 * const database = await openDatabase('sqlite:./data/site.sqlite');
 * await prepareDatabase(database, operationTable([Contents]));
 */
export async function prepareDatabase(
  database: Database,
  table: Pick<OperationTable, 'types' | 'schema'>,
  options: MigrationOptions = {},
): Promise<MigrationStatus> {
  linkTypes(database, table);
  return requireCurrentSchema(database, table.schema, options);
}
