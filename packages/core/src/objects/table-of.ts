import type { Fields } from '../fields/field.ts';
import { inOneDirection } from '../storage/index-direction.ts';
import {
  type ColumnDefinition,
  coveringIndexName,
  type IndexColumn,
  type IndexDefinition,
  SEARCH_ROW,
  type TableDefinition,
} from '../storage/table.ts';
import { checkSharedTable } from './check-shared-table.ts';
import { type ObjectDefinition, storedFields } from './definition.ts';
import { searchOf } from './search-of.ts';

/** The name of the unique index over these fields. */
export function uniqueIndexName(table: string, fields: readonly string[]): string {
  return shortened(`${table}_${fields.join('_')}_unique`);
}

/**
 * Returns the table of an object class and its subclasses: one column per field, nullable for fields that only subclasses have; indexes for
 * the default order, the unique rules and every reference.
 *
 * @throws UsageError if a subclass declares an index that the root class does not
 */
export function tableOf(
  root: ObjectDefinition,
  subclasses: readonly ObjectDefinition[],
  keyOf: (table: string) => string,
): TableDefinition {
  const columns = storedFields(root).map(([name, field]) => column(name, { [name]: field }, keyOf, field.nullable));
  const known = new Set(columns.map((each) => each.name));
  for (const subclass of subclasses) {
    checkSharedTable(root, subclass);
    for (const [name, field] of storedFields(subclass)) {
      if (known.has(name)) continue;
      known.add(name);
      columns.push(column(name, { [name]: field }, keyOf, true));
    }
  }
  const search = searchOf(root);
  const indexes = indexesOf(root, columns);
  const { covering } = root.options;
  if (search && covering)
    indexes.push({ name: coveringIndexName(root.table), unique: false, columns: [SEARCH_ROW, ...covering].map((name) => ({ name })) });
  const table: TableDefinition = { name: root.table, columns, primaryKey: [root.key], indexes };
  const valueIndexes = storedFields(root).flatMap(([name, { kind, indexed }]) =>
    indexed && (kind === 'list' || kind === 'json') ? [{ column: name, kind, ...(search && { owner: 'row' as const }) }] : [],
  );
  const { kept, appendOnly } = root.options;
  return {
    ...table,
    ...(search && { search, longTexts: true as const }),
    ...(valueIndexes.length > 0 && { valueIndexes }),
    ...(appendOnly && { appendOnly: true as const }),
    ...(kept && { kept }),
  };
}

function column(name: string, fields: Fields, keyOf: (table: string) => string, nullable: boolean): ColumnDefinition {
  const field = fields[name];
  if (!field) throw new TypeError(name);
  const target = field.reference?.table();
  return {
    name,
    kind: field.kind,
    nullable,
    ...(field.hasDefault ? { default: field.default } : {}),
    ...(field.reference && target ? { references: { table: target, column: keyOf(target), onDelete: field.reference.onDelete } } : {}),
  };
}

function indexesOf(definition: ObjectDefinition, columns: readonly ColumnDefinition[]): IndexDefinition[] {
  const { table, key, options } = definition;
  const nullable = new Map(columns.map((each) => [each.name, each.nullable]));
  const order = ['-created_at', `-${key}`];
  // An index of the class that begins with the default order serves it too, and the order of the key needs none.
  const isByKey = options.orderBy === key || options.orderBy === `-${key}`;
  const ordered = isByKey || (options.indexes?.some((fields) => order.every((field, at) => fields[at] === field)) ?? false);
  const indexes: IndexDefinition[] = ordered ? [] : [plainIndex(table, order, key, nullable)];
  for (const fields of options.unique ?? []) {
    indexes.push({
      name: uniqueIndexName(table, fields),
      unique: true,
      // Non-nullable columns come first: the index is looked up by them, whatever the others are.
      columns: [
        ...fields.filter((name) => !nullable.get(name)).map((name) => ({ name })),
        ...fields.filter((name) => nullable.get(name)).map((name) => ({ name, nullsEqual: true })),
      ],
    });
  }
  // In SQLite's unique index a nullable column is an expression, which cannot be used for look-ups.
  for (const fields of options.unique ?? [])
    if (fields.every((name) => nullable.get(name))) indexes.push(plainIndex(table, fields, key, nullable));
  for (const fields of options.indexes ?? []) indexes.push(plainIndex(table, fields, key, nullable));
  for (const name of options.sparse ?? [])
    indexes.push({ name: shortened(`${table}_${name}_sparse`), unique: false, sparse: true, columns: [{ name }] });
  for (const { name, references } of columns)
    if (references && !indexes.some((index) => finds(index, name))) indexes.push(plainIndex(table, [name], key, nullable));
  return [...new Map(indexes.map((index) => [index.name, index])).values()];
}

/** Whether rows can be found in the index by this column alone: every index costs each write a page or two. */
function finds({ columns: [first], sparse }: IndexDefinition, name: string): boolean {
  return !sparse && first?.name === name && !first.nullsEqual && !first.folded;
}

function plainIndex(table: string, fields: readonly string[], key: string, nullable: ReadonlyMap<string, boolean>): IndexDefinition {
  const named = fields.map((field): IndexColumn => {
    const name = field.replace(/^-/, '');
    return { name, ...(field.startsWith('-') && { descending: true }), ...(nullable.get(name) && { nullsFirst: true }) };
  });
  const columns = inOneDirection(named, [key]);
  return { name: shortened(`${table}_${columns.map((each) => each.name).join('_')}`), unique: false, columns };
}

/** PostgreSQL truncates names at 63 bytes; two long names must stay different. */
function shortened(name: string): string {
  if (name.length <= 60) return name;
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 0x7fffffff;
  return `${name.slice(0, 52)}_${sum.toString(36)}`;
}
