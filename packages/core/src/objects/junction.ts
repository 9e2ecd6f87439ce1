import type { HasTable } from '../fields/reference.ts';
import type { TableDefinition } from '../storage/table.ts';

/** A join table between two objects, with a composite key that prevents duplicates. */
export interface JunctionDefinition {
  readonly table: string;
  readonly columns: Readonly<Record<string, () => HasTable>>;
}

/**
 * Declares a join table. Rows are deleted with either side; each has its own `created_at`.
 *
 * @example
 * const contentTags = junction('content_tags', { content_id: () => Content, tag_slug: () => Tag });
 */
export function junction(table: string, columns: Readonly<Record<string, () => HasTable>>): JunctionDefinition {
  return { table, columns };
}

/** Returns the table of a junction: both keys, cascading, together the primary key, and an index for the reverse direction. */
export function junctionTable(definition: JunctionDefinition, keyOf: (table: string) => string): TableDefinition {
  const names = Object.keys(definition.columns);
  const keys = Object.entries(definition.columns).map(([name, target]) => {
    const { tableName } = target();
    return {
      name,
      kind: 'reference' as const,
      nullable: false,
      references: { table: tableName, column: keyOf(tableName), onDelete: 'cascade' as const },
    };
  });
  const [, ...others] = names;
  return {
    name: definition.table,
    columns: [...keys, { name: 'created_at', kind: 'datetime', nullable: false, default: '1970-01-01T00:00:00.000Z' }],
    primaryKey: names,
    indexes: others.map((name) => ({ name: `${definition.table}_${name}`, unique: false, columns: [{ name }] })),
  };
}
