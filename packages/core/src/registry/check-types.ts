import type { AnyCollectionClass } from '../objects/collection.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { AnyObjectClass } from '../objects/object.ts';

/** Finds classes that cannot share a table: two roots on one, subclasses with the same type name or conflicting columns. */
export function checkTypes(collections: readonly AnyCollectionClass[]): string[] {
  const faults: string[] = [];
  const roots = new Map<string, AnyObjectClass>();
  for (const { objectClass, collectionOptions } of collections) {
    const { definition } = objectClass;
    if (definition.typeName === undefined) {
      const other = roots.get(definition.table);
      if (other && other !== objectClass)
        faults.push(`${definition.className}: its table ${definition.table} is also used by ${other.name}`);
      roots.set(definition.table, objectClass);
    }
    faults.push(...checkSubclasses(objectClass, collectionOptions.types ?? []));
  }
  return faults;
}

function checkSubclasses({ definition: root }: AnyObjectClass, types: readonly AnyObjectClass[]): string[] {
  const faults: string[] = [];
  if (types.length > 0 && root.typeField === undefined)
    faults.push(`${root.className}: it has subclasses but no type field; add type: { field: 'type' }`);
  const names = new Map<string, string>();
  const columns = new Map<string, { kind: string; className: string }>();
  for (const { definition } of [{ definition: root }, ...types]) {
    if (definition !== root) faults.push(...checkName(root, definition, names));
    for (const [name, { kind, computed }] of Object.entries(definition.fields)) {
      if (computed) continue;
      const other = columns.get(name);
      if (other && other.kind !== kind)
        faults.push(`${definition.className}.${name}: is ${kind}, and ${other.kind} in ${other.className}, which has the same column`);
      else columns.set(name, { kind, className: definition.className });
    }
  }
  return faults;
}

function checkName(root: ObjectDefinition, { className, table, typeName }: ObjectDefinition, names: Map<string, string>): string[] {
  if (table !== root.table) return [`${className}: it is a type of ${root.className} but has another table, ${table}`];
  if (typeName === undefined) return [`${className}: it is a type of ${root.className} but has no typeName`];
  const other = names.get(typeName);
  names.set(typeName, className);
  return other === undefined ? [] : [`${className}: its typeName ${typeName} is also used by ${other}`];
}
