import { UsageError } from '../errors/errors.ts';
import type { Field, Fields } from '../fields/field.ts';
import type { Ports } from '../ports/ports.ts';
import type { Database } from '../storage/database.ts';
import type { CollectionStatics } from './collection-statics.ts';
import type { AnyObjectClass } from './object.ts';

/** The classes that the rows of a table may belong to in addition to its root class, by table. */
export type TableTypes = ReadonlyMap<string, readonly AnyObjectClass[]>;

/** The types that an application linked to the tables of an opened database; without it, a collection knows those it requires. */
const linked = new WeakMap<Ports, TableTypes>();

/** Returns these collections and those that they require, directly or through another one. */
export function withRequired(given: readonly CollectionStatics[]): CollectionStatics[] {
  const all = new Set<CollectionStatics>();
  const add = (each: CollectionStatics): void => {
    if (all.has(each)) return;
    all.add(each);
    for (const required of each.collectionOptions.requires?.() ?? []) add(required);
  };
  for (const each of given) add(each);
  return [...all];
}

/** Returns the classes with a `typeName` among the objects of these collections and of those that they require. */
export function typesOf(collections: readonly CollectionStatics[]): TableTypes {
  const types = new Map<string, AnyObjectClass[]>();
  for (const objectClass of new Set(withRequired(collections).map((each) => each.objectClass))) {
    const { table, typeName } = objectClass.definition;
    if (typeName === undefined) continue;
    const known = types.get(table);
    if (known) known.push(objectClass);
    else types.set(table, [objectClass]);
  }
  return types;
}

/** Returns the fields of a class, and those that only these subclasses have. */
export function fieldsWith({ definition }: AnyObjectClass, types: readonly AnyObjectClass[]): Fields {
  const fields: Record<string, Field> = { ...definition.fields };
  for (const type of types)
    for (const [name, field] of Object.entries(type.definition.fields)) if (!Object.hasOwn(fields, name)) fields[name] = field;
  return fields;
}

/**
 * Links the types of an operation table to their tables, for one opened database: its collections then return rows as instances of the
 * classes that their types select. To be called before collections are made; `prepareDatabase` calls it.
 *
 * @throws UsageError if other types are linked to it
 */
export function linkTypes({ ports }: Pick<Database, 'ports'>, { types }: { readonly types: TableTypes }): void {
  const known = linked.get(ports);
  if (!known) linked.set(ports, types);
  else if (!isSame(known, types))
    throw new UsageError('This database was prepared for another operation table, with other types: open it once for each table.');
}

/** Returns the types of every table of a database; undefined if none were linked. */
export function typesLinkedTo({ ports }: Pick<Database, 'ports'>): TableTypes | undefined {
  return linked.get(ports);
}

function isSame(one: TableTypes, other: TableTypes): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  return [...other].every(([table, types]) => {
    const known = one.get(table) ?? [];
    return known.length === types.length && types.every((each) => known.includes(each));
  });
}
