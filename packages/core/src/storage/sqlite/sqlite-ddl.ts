import type { FieldKind } from '../../fields/field.ts';
import { literal, quoted } from '../builder.ts';
import type { Statement } from '../statement.ts';
import { type ColumnDefinition, type IndexDefinition, SEARCH_ROW, type TableDefinition, type ValueIndexDefinition } from '../table.ts';

const TYPES: Record<FieldKind, string> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  datetime: 'TEXT',
  json: 'TEXT',
  list: 'TEXT',
  reference: 'TEXT',
  bytes: 'BLOB',
};

/** `CREATE TABLE`. A searchable table has a hidden integer key, which VACUUM never renumbers. */
export function createBareTable(table: TableDefinition): string[] {
  const key = table.primaryKey.map(quoted).join(', ');
  const lines = [
    ...(table.search ? [`${quoted(SEARCH_ROW)} INTEGER PRIMARY KEY`] : []),
    ...table.columns.map(columnSql),
    table.search ? `UNIQUE (${key})` : `PRIMARY KEY (${key})`,
  ];
  return [`CREATE TABLE ${quoted(table.name)} (\n  ${lines.join(',\n  ')}\n)${table.byKey ? ' WITHOUT ROWID' : ''}`];
}

/** `CREATE TABLE` and its indexes. */
export function createTable(table: TableDefinition): string[] {
  return [
    ...createBareTable(table),
    ...table.indexes.flatMap((index) => createIndex(table.name, index)),
    ...createSearch(table),
    ...(table.valueIndexes ?? []).flatMap((index) => createValueIndex(table, index)),
  ];
}

export function addColumn(table: TableDefinition, column: string): string[] {
  const definition = table.columns.find((each) => each.name === column);
  if (!definition) return [];
  return [`ALTER TABLE ${quoted(table.name)} ADD COLUMN ${columnSql(definition)}`];
}

export function createIndex(table: string, index: IndexDefinition): string[] {
  const columns = index.columns.map((column) => {
    let expression = quoted(column.name);
    if (column.folded) expression = `fold(${expression})`;
    if (column.nullsEqual) expression = nullsEqual(expression);
    return column.descending ? `${expression} DESC` : expression;
  });
  const rows = index.sparse ? ` WHERE ${columns.join()} IS NOT NULL` : '';
  return [`CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoted(index.name)} ON ${quoted(table)} (${columns.join(', ')})${rows}`];
}

/** A column in a unique index: null becomes an empty blob, which equals itself and no text or number. */
function nullsEqual(column: string): string {
  return `coalesce(${column}, x'')`;
}

export function searchTable(table: string): string {
  return `${table}_search`;
}

/**
 * An FTS5 index of the table, maintained by triggers. It stores no text, only the words that `words` returns for the table's texts
 * (https://sqlite.org/fts5.html#contentless_delete_tables).
 */
export function createSearch(table: TableDefinition): string[] {
  if (!table.search) return [];
  const index = quoted(searchTable(table.name));
  const names = table.search.columns.map((column) => column.name);
  const columns = names.map(quoted).join(', ');
  const wordsOf = (row: string) => names.map((name) => `words(${row}${quoted(name)})`).join(', ');
  const forget = `DELETE FROM ${index} WHERE rowid = old.${quoted(SEARCH_ROW)};`;
  const learn = `INSERT INTO ${index} (rowid, ${columns}) VALUES (new.${quoted(SEARCH_ROW)}, ${wordsOf('new.')});`;
  const on = quoted(table.name);
  return [
    `CREATE VIRTUAL TABLE ${index} USING fts5(${columns}, content='', contentless_delete=1, tokenize='ascii')`,
    `INSERT INTO ${index} (${index}, rank) VALUES ('rank', ${literal(`bm25(${table.search.columns.map((column) => WEIGHTS[column.weight]).join(', ')})`)})`,
    // Segments are merged later: a write then does less, and a search reads a few more segments.
    `INSERT INTO ${index} (${index}, rank) VALUES ('automerge', 16)`,
    `CREATE TRIGGER ${trigger(table, 'insert')} AFTER INSERT ON ${on} BEGIN ${learn} END`,
    `CREATE TRIGGER ${trigger(table, 'delete')} AFTER DELETE ON ${on} BEGIN ${forget} END`,
    `CREATE TRIGGER ${trigger(table, 'update')} AFTER UPDATE OF ${columns} ON ${on} BEGIN ${forget} ${learn} END`,
    `INSERT INTO ${index} (rowid, ${columns}) SELECT ${quoted(SEARCH_ROW)}, ${wordsOf('')} FROM ${on}`,
  ];
}

/** Statements that replace the entries of some rows in the index, as the function `words` makes them now. */
export function indexAgain(table: TableDefinition, keys: readonly string[]): Statement[] {
  const [key = ''] = table.primaryKey;
  const index = quoted(searchTable(table.name));
  const names = table.search?.columns.map((column) => column.name) ?? [];
  const rows = `FROM ${quoted(table.name)} WHERE ${quoted(key)} IN (SELECT value FROM json_each(?))`;
  const words = names.map((name) => `words(${quoted(name)})`).join(', ');
  return [
    `DELETE FROM ${index} WHERE rowid IN (SELECT ${quoted(SEARCH_ROW)} ${rows})`,
    `INSERT INTO ${index} (rowid, ${names.map(quoted).join(', ')}) SELECT ${quoted(SEARCH_ROW)}, ${words} ${rows}`,
  ].map((sql) => ({ sql, parameters: [JSON.stringify(keys)] }));
}

/**
 * The table of a value index. Its name tells what its entries refer to: code that expects the other form must not read it.
 */
export function valueIndexTable(table: string, { column, owner }: Pick<ValueIndexDefinition, 'column' | 'owner'>): string {
  return `${table}_${column}_${owner === 'row' ? 'rows' : 'values'}`;
}

/**
 * A table of `(path, value, owner)`, maintained by triggers. Values are JSON text, in which true is not 1 and 1 is not "1"; a list has no
 * paths, and its items are stored as texts. Long values are omitted: `LONGEST_INDEXED`.
 */
export function createValueIndex(table: TableDefinition, definition: ValueIndexDefinition): string[] {
  const { column, kind } = definition;
  const name = valueIndexTable(table.name, definition);
  const index = quoted(name);
  const on = quoted(table.name);
  const isByRow = definition.owner === 'row';
  const [key = ''] = isByRow ? [SEARCH_ROW] : table.primaryKey;
  const entries = (row: string): string => {
    const at = `${row}${quoted(column)}`;
    const owner = `${row}${quoted(key)}`;
    return kind === 'list'
      ? `SELECT '', _each.value, ${owner} FROM json_each(${at}) AS _each WHERE length(_each.value) <= ${LONGEST_INDEXED}`
      : `SELECT _each.fullkey, ${JSON_TEXT}, ${owner} FROM json_tree(${at}) AS _each WHERE _each.atom IS NOT NULL AND length(_each.atom) <= ${LONGEST_INDEXED}`;
  };
  const learn = `INSERT OR IGNORE INTO ${index} ${entries('new.')};`;
  const forget = `DELETE FROM ${index} WHERE (path, value, owner) IN (${entries('old.')});`;
  const created = (event: string, when: string, what: string): string =>
    `CREATE TRIGGER ${quoted(`${name}_${event}`)} AFTER ${when} ON ${on} BEGIN ${what} END`;
  return [
    `CREATE TABLE ${index} (path TEXT NOT NULL, value TEXT NOT NULL, owner ${isByRow ? 'INTEGER' : 'TEXT'} NOT NULL, PRIMARY KEY (path, value, owner)) WITHOUT ROWID`,
    created('insert', 'INSERT', learn),
    created('delete', 'DELETE', forget),
    created('update', `UPDATE OF ${quoted(column)}`, `${forget} ${learn}`),
    `INSERT OR IGNORE INTO ${index} ${entriesOfAll(on, entries(`${on}.`))}`,
  ];
}

export function dropValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[] {
  const name = valueIndexTable(table.name, index);
  const triggers = ['insert', 'delete', 'update'].map((event) => `DROP TRIGGER IF EXISTS ${quoted(`${name}_${event}`)}`);
  return [...triggers, `DROP TABLE IF EXISTS ${quoted(name)}`];
}

/** In UTF-16 code units or more; longer values are found by scanning the rows. */
export const LONGEST_INDEXED = 500;

/** A scalar of `json_tree` in the form of `JSON.stringify`. */
const JSON_TEXT = `CASE _each.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE json_quote(_each.atom) END`;

/** The entries of one row, or of all rows: `SELECT … FROM json_each(table.column)` becomes a join with the table. */
function entriesOfAll(on: string, entries: string): string {
  return entries.replace(' FROM ', ` FROM ${on}, `);
}

export function dropSearch(table: TableDefinition): string[] {
  const triggers = (['insert', 'delete', 'update'] as const).map((event) => `DROP TRIGGER IF EXISTS ${trigger(table, event)}`);
  return [...triggers, `DROP TABLE IF EXISTS ${quoted(searchTable(table.name))}`];
}

const WEIGHTS = { A: 10, B: 4, C: 2, D: 1 } as const;

function trigger(table: TableDefinition, event: string): string {
  return quoted(`${table.name}_search_${event}`);
}

function columnSql(column: ColumnDefinition): string {
  const parts = [quoted(column.name), TYPES[column.kind]];
  if (!column.nullable) parts.push('NOT NULL');
  if (column.default !== undefined) parts.push(`DEFAULT ${defaultSql(column)}`);
  if (column.references) {
    const { table, column: target, onDelete } = column.references;
    parts.push(`REFERENCES ${quoted(table)} (${quoted(target)}) ON DELETE ${onDelete.toUpperCase()}`);
  }
  return parts.join(' ');
}

function defaultSql({ kind, default: value }: ColumnDefinition): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return literal(kind === 'json' || kind === 'list' ? JSON.stringify(value) : String(value));
}
