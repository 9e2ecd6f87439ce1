import { UsageError } from '../errors/errors.ts';
import type { TableDefinition } from '../storage/table.ts';
import type { CollectionStatics } from './collection-statics.ts';
import type { ObjectDefinition } from './definition.ts';
import { junctionTable } from './junction.ts';
import { tableOf } from './table-of.ts';
import { withRequired } from './table-types.ts';

/**
 * Returns the tables of these collections, referenced tables first.
 * Collections of subclasses share their root's table.
 */
export function schemaOf(given: readonly CollectionStatics[]): TableDefinition[] {
  const collections = withRequired(given);
  const roots = new Map<string, { root: ObjectDefinition; subclasses: ObjectDefinition[] }>();
  for (const definition of new Set(collections.map((each) => each.objectClass.definition))) {
    const known = roots.get(definition.table);
    if (!known) roots.set(definition.table, { root: definition, subclasses: [] });
    else if (definition.typeName === undefined && known.root.typeName !== undefined) {
      roots.set(definition.table, { root: definition, subclasses: [known.root, ...known.subclasses] });
    } else known.subclasses.push(definition);
  }
  const keyOf = (table: string): string => roots.get(table)?.root.key ?? 'id';
  const tables = [...roots.values()].map(({ root, subclasses }) => tableOf(root, subclasses, keyOf));
  const junctions = collections.flatMap((each) =>
    (each.collectionOptions.junctions ?? []).map((definition) => junctionTable(definition, keyOf)),
  );
  return inOrder([...tables, ...new Map(junctions.map((table) => [table.name, table])).values()]);
}

function inOrder(tables: readonly TableDefinition[]): TableDefinition[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<TableDefinition>();
  const visit = (table: TableDefinition, path: readonly string[]): void => {
    if (ordered.has(table)) return;
    for (const { references } of table.columns) {
      const target = references && references.table !== table.name ? byName.get(references.table) : undefined;
      if (references && references.table !== table.name && !target) {
        throw new UsageError(`${table.name} refers to ${references.table}, which is not among the collections given.`);
      }
      if (target && !path.includes(target.name)) visit(target, [...path, target.name]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, [table.name]);
  return [...ordered];
}
