import type { TableDefinition } from '../storage/table.ts';

/** Returns the tables of a schema that are in a snapshot: all but those that can be made again. */
export function snapshotTables(schema: readonly TableDefinition[]): TableDefinition[] {
  return schema.filter(({ kept }) => kept !== 'derived');
}
