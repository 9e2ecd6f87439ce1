import type { AnyCollectionClass } from '../objects/collection.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { AnyObjectClass } from '../objects/object.ts';
import type { TableTypes } from '../objects/table-types.ts';

type Field = ObjectDefinition['fields'][string];

/** What a column means wherever a row is read as another class: who may see it, and who may find by it. */
const SHARED = ['private', 'findableBy', 'personal'] as const;

/** Finds classes that cannot share a table: two roots on one, subclasses with the same type name or conflicting columns. */
export function checkTypes(collections: readonly AnyCollectionClass[], types: TableTypes): string[] {
  const faults: string[] = [];
  const roots = new Map<string, AnyObjectClass>();
  for (const { objectClass } of collections) {
    const { definition } = objectClass;
    if (definition.typeName === undefined) {
      const other = roots.get(definition.table);
      if (other && other !== objectClass) {
        faults.push(
          objectClass.prototype instanceof other
            ? `${definition.className}: it is a type of ${other.name} but has no typeName`
            : `${definition.className}: its table ${definition.table} is also used by ${other.name}`,
        );
        continue;
      }
      roots.set(definition.table, objectClass);
      faults.push(...checkSubclasses(objectClass, types.get(definition.table) ?? []));
    }
  }
  return faults;
}

function checkSubclasses({ definition: root }: AnyObjectClass, types: readonly AnyObjectClass[]): string[] {
  const faults: string[] = [];
  if (types.length > 0 && root.typeField === undefined)
    faults.push(`${root.className}: it has subclasses but no type field; add type: { field: 'type' }`);
  const names = new Map<string, string>();
  const columns = new Map<string, { field: Field; className: string }>();
  for (const { definition } of [{ definition: root }, ...types]) {
    if (definition !== root) faults.push(...checkName(root, definition, names));
    for (const [name, field] of Object.entries(definition.fields)) {
      const other = columns.get(name);
      if (definition !== root && root.ownFields.includes(name) && field !== root.fields[name])
        faults.push(`${definition.className}.${name}: ${root.className} has a field of that name, which a subclass cannot declare again`);
      else if (other) faults.push(...checkColumn(`${definition.className}.${name}`, field, other));
      else columns.set(name, { field, className: definition.className });
    }
  }
  return faults;
}

function checkColumn(path: string, field: Field, { field: other, className }: { field: Field; className: string }): string[] {
  if (Boolean(field.computed) !== Boolean(other.computed))
    return [`${path}: is ${computedOrStored(field)}, and ${computedOrStored(other)} in ${className}, which shares the table`];
  if (field.kind !== other.kind && !field.computed)
    return [`${path}: is ${field.kind}, and ${other.kind} in ${className}, which has the same column`];
  const apart = SHARED.filter((option) => (field[option] ?? false) !== (other[option] ?? false));
  return apart.map((option) => `${path}: ${option} differs from ${className}, which has the same column`);
}

function computedOrStored({ computed }: Field): string {
  return computed ? 'computed' : 'stored';
}

function checkName(root: ObjectDefinition, { className, typeName }: ObjectDefinition, names: Map<string, string>): string[] {
  if (typeName === undefined) return [];
  const other = names.get(typeName);
  names.set(typeName, className);
  const faults = other === undefined ? [] : [`${className}: its typeName ${typeName} is also used by ${other}`];
  const read = root.typeField === undefined ? undefined : root.fields[root.typeField]?.schema.safeParse(typeName);
  if (read && (!read.success || read.data !== typeName))
    faults.push(`${className}: its typeName ${typeName} is not a value of ${root.className}.${root.typeField ?? ''}`);
  return faults;
}
