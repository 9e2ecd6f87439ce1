import type { FieldKind } from '../../fields/field.ts';
import { literal, quoted } from '../builder.ts';
import { type ColumnDefinition, type IndexDefinition, isByRow, type TableDefinition, type ValueIndexDefinition } from '../table.ts';

/** The hidden column that full-text search reads. */
export const SEARCH_COLUMN = '_search';

// Text sorts by code point, as in SQLite, so that lists and cursors have the same order on both.
const TYPES: Record<FieldKind, string> = {
  text: 'text COLLATE "C"',
  integer: 'integer',
  real: 'double precision',
  boolean: 'boolean',
  datetime: 'timestamptz(3)',
  json: 'jsonb',
  list: 'jsonb',
  reference: 'text COLLATE "C"',
  bytes: 'bytea',
};

/**
 * PostgreSQL would keep up to 2,000 bytes of compressed texts in each row, so that a count of half of a table reads five rows a page. A row
 * that is longer than that before it is compressed keeps what is short: four times as many fit in a page.
 */
const TEXTS_APART = 'toast_tuple_target = 512';

function createColumns(table: TableDefinition): string {
  const key = table.primaryKey.map(quoted).join(', ');
  const lines = [...table.columns.map(columnSql), `PRIMARY KEY (${key})`];
  return `CREATE TABLE ${quoted(table.name)} (\n  ${lines.join(',\n  ')}\n)${table.longTexts ? ` WITH (${TEXTS_APART})` : ''}`;
}

/** Applies to rows that are written from then on. */
export function keepTextsApart(table: string): string {
  return `ALTER TABLE ${quoted(table)} SET (${TEXTS_APART})`;
}

export function createBareTable(table: TableDefinition): string[] {
  const columns = table.columns.map((column) => {
    const { references: _, ...plain } = column;
    return plain;
  });
  return [createColumns({ ...table, columns })];
}

export function createTable(table: TableDefinition): string[] {
  return [
    createColumns(table),
    ...table.indexes.flatMap((index) => createIndex(table.name, index)),
    ...createSearch(table),
    ...(table.valueIndexes ?? []).flatMap((index) => createValueIndex(table, index)),
  ];
}

export function addColumn(table: TableDefinition, column: string): string[] {
  const definition = table.columns.find((each) => each.name === column);
  return definition ? [`ALTER TABLE ${quoted(table.name)} ADD COLUMN ${columnSql(definition)}`] : [];
}

export function addReference(table: string, column: ColumnDefinition, constraint?: string): string {
  if (!column.references) return '';
  const named = constraint === undefined ? '' : ` CONSTRAINT ${quoted(constraint)}`;
  return `ALTER TABLE ${quoted(table)} ADD${named} FOREIGN KEY (${quoted(column.name)}) ${references(column.references)}`;
}

export function createIndex(table: string, index: IndexDefinition): string[] {
  if (isByRow(index)) return [];
  const columns = index.columns.map((column) => {
    let expression = quoted(column.name);
    if (column.folded) expression = `lower(${expression} COLLATE "default")`;
    const parenthesized = column.folded ? `(${expression})` : expression;
    const direction = column.descending ? ' DESC' : '';
    const nulls = column.nullsFirst ? ` NULLS ${column.descending ? 'LAST' : 'FIRST'}` : '';
    return `${parenthesized}${direction}${nulls}`;
  });
  const nulls = index.columns.some((column) => column.nullsEqual) ? ' NULLS NOT DISTINCT' : '';
  const rows = index.sparse ? ` WHERE ${columns.join()} IS NOT NULL` : '';
  const on = `${quoted(table)} (${columns.join(', ')})${nulls}${rows}`;
  return [`CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoted(index.name)} ON ${on}`];
}

/** A column that core writes with each row (`textSearchVector`), and its index. */
export function createSearch(table: TableDefinition): string[] {
  if (!table.search) return [];
  return [
    `ALTER TABLE ${quoted(table.name)} ADD COLUMN ${quoted(SEARCH_COLUMN)} tsvector`,
    `CREATE INDEX ${quoted(`${table.name}_search`)} ON ${quoted(table.name)} USING gin (${quoted(SEARCH_COLUMN)})`,
  ];
}

/** `jsonb_ops` finds lists that contain a text, `jsonb_path_ops` objects with a value at a path. */
export function createValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[] {
  const operators = index.kind === 'list' ? 'jsonb_ops' : 'jsonb_path_ops';
  return [`CREATE INDEX ${quoted(valueIndexName(table, index))} ON ${quoted(table.name)} USING gin (${quoted(index.column)} ${operators})`];
}

export function dropValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[] {
  return [`DROP INDEX IF EXISTS ${quoted(valueIndexName(table, index))}`];
}

function valueIndexName(table: TableDefinition, { column }: ValueIndexDefinition): string {
  return `${table.name}_${column}_values`;
}

export function dropSearch(table: TableDefinition): string[] {
  return [`ALTER TABLE ${quoted(table.name)} DROP COLUMN IF EXISTS ${quoted(SEARCH_COLUMN)}`];
}

function columnSql(column: ColumnDefinition): string {
  const parts = [quoted(column.name), TYPES[column.kind]];
  if (!column.nullable) parts.push('NOT NULL');
  if (column.default !== undefined) parts.push(`DEFAULT ${defaultSql(column)}`);
  if (column.references) parts.push(references(column.references));
  return parts.join(' ');
}

function references({ table, column, onDelete }: NonNullable<ColumnDefinition['references']>): string {
  return `REFERENCES ${quoted(table)} (${quoted(column)}) ON DELETE ${onDelete.toUpperCase()}`;
}

function defaultSql({ kind, default: value }: ColumnDefinition): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return literal(kind === 'json' || kind === 'list' ? JSON.stringify(value) : String(value));
}
