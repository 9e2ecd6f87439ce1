import { type RawBuilder, sql, SqliteAdapter } from 'kysely';
import { plainBytes } from '../../fields/bytes.ts';
import type { FieldKind } from '../../fields/field.ts';
import { compileOnlyBuilder, quoted } from '../builder.ts';
import {
  type ConstraintFault,
  type Dialect,
  type HitCount,
  type RankedHits,
  type RankedSearch,
  type SearchTerm,
  type TableKey,
  type ValueLookup,
} from '../dialect.ts';
import type { Statement } from '../statement.ts';
import { placed } from '../slots.ts';
import { coveringIndexName, isPlainKey, SEARCH_ROW } from '../table.ts';
import { SqliteCompiler } from './sqlite-compiler.ts';
import * as ddl from './sqlite-ddl.ts';

/** See `Dialect.maximumRanked`. */
const MAXIMUM_RANKED = 20_000;

/** The dialect of SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  locksRows: false,
  rows: {
    column: SEARCH_ROW,
    fromCovering,
    ofValue: (lookup) => sql`select owner as _hit ${entriesOf(lookup)}`,
    ofSearch,
  },
  builder: compileOnlyBuilder({ adapter: () => new SqliteAdapter(), compiler: () => new SqliteCompiler() }),
  encode,
  decode,
  decodes: (kind) => kind === 'boolean' || kind === 'json' || kind === 'list' || kind === 'bytes',
  // https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
  unindexed: (column) => sql`+${sql.ref(column)}`,
  // The names of its own columns, such as `path`, would otherwise refer to those of json_each.
  listContainsAny: (table, column, values) =>
    sql<boolean>`exists (select 1 from json_each(${sql.ref(`${table}.${column}`)}) where value in (${sql.join(values)}))`,
  indexedValues,
  countIndexed,
  jsonAt,
  // SQLite itself folds ASCII, at a twentieth of the cost.
  matchesPattern: (operand, pattern) =>
    sql<boolean>`case when octet_length(${operand}) = length(${operand}) then ${operand} else fold(${operand}) end like ${pattern} escape '\\'`,
  encodePattern: foldCase,
  folded: (operand) => sql<string>`fold(${operand})`,
  searchMatches,
  countHits,
  maximumRanked: MAXIMUM_RANKED,
  searchRanked,
  searchColumn: undefined,
  indexAgain: ddl.indexAgain,
  createTable: ddl.createTable,
  createBareTable: ddl.createBareTable,
  keepTextsApart: undefined,
  addColumn: ddl.addColumn,
  addReference: undefined,
  createIndex: ddl.createIndex,
  dropIndex: (index) => `DROP INDEX ${quoted(index)}`,
  renameIndex: undefined,
  concurrent: undefined,
  createValueIndex: ddl.createValueIndex,
  dropValueIndex: ddl.dropValueIndex,
  createSearch: ddl.createSearch,
  dropSearch: ddl.dropSearch,
  introspect: () => ({
    sql: `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    parameters: [],
  }),
  constraintOf,
};

function encode(kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return value ? 1 : 0;
  if (kind === 'json' || kind === 'list') return JSON.stringify(value);
  return value;
}

function decode(kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return value !== 0;
  if (kind === 'json' || kind === 'list') return typeof value === 'string' ? JSON.parse(value) : value;
  return kind === 'bytes' ? plainBytes(value) : value;
}

/** https://sqlite.org/lang_indexedby.html */
function fromCovering(table: string): RawBuilder<unknown> {
  return sql`${sql.table(table)} indexed by ${sql.ref(coveringIndexName(table))}`;
}

/** Entries are looked up by path and value; for a single row, by path, value and owner. */
function indexedValues({ fewFound, ...lookup }: ValueLookup): RawBuilder<boolean> {
  const own = sql.ref(`${lookup.table}.${lookup.row}`);
  const entries = entriesOf(lookup);
  return fewFound ? sql<boolean>`${own} in (select owner ${entries})` : sql<boolean>`exists (select 1 ${entries} and owner = ${own})`;
}

function countIndexed(lookup: ValueLookup, limit: number): Statement {
  return sql`select count(*) as count from (select 1 ${entriesOf(lookup)} limit ${sql.lit(limit)})`.compile(sqliteDialect.builder);
}

function entriesOf({ table, row, column, path, values }: Omit<ValueLookup, 'fewFound'>): RawBuilder<unknown> {
  const index = sql.table(ddl.valueIndexTable(table, { column, ...(row === SEARCH_ROW && { owner: 'row' }) }));
  const asked = values.map((value) => (path ? placed(value, JSON.stringify) : value));
  return sql`from ${index} where path = ${path ? fullKey(path) : ''} and value in (${sql.join(asked)})`;
}

/**
 * Returns a path in the form of `fullkey` of `json_tree`: keys of ASCII letters and digits unquoted, others quoted
 * (https://sqlite.org/json1.html#jtree).
 */
function fullKey(path: readonly string[]): string {
  return `$${path.map((key) => (isPlainKey(key) ? `.${key}` : `.${JSON.stringify(key)}`)).join('')}`;
}

/** A number never equals its text, nor `true` the number 1, though SQLite stores them alike. */
function jsonAt(column: string, path: readonly string[], like: unknown): RawBuilder<unknown> {
  const reference = sql.ref(column);
  const at = jsonPath(path);
  switch (typeof like) {
    case 'boolean':
      return sql`(case json_type(${reference}, ${at}) when 'true' then 1 when 'false' then 0 end)`;
    case 'number':
      return sql`(case when json_type(${reference}, ${at}) in ('integer', 'real') then json_extract(${reference}, ${at}) end)`;
    case 'string':
      return sql`(case json_type(${reference}, ${at}) when 'text' then json_extract(${reference}, ${at}) end)`;
    default:
      return sql`json_extract(${reference}, ${at})`;
  }
}

/** Returns a path in SQLite's notation, each key quoted as in JSON (https://sqlite.org/json1.html#path_arguments). */
function jsonPath(path: readonly string[]): string {
  return `$${path.map((key) => `.${JSON.stringify(key)}`).join('')}`;
}

/** Folds case character by character, as PostgreSQL does: a sigma does not change at the end of a word. */
export function foldCase(text: string): string {
  return text.replaceAll('\u03a3', '\u03c3').toLowerCase();
}

function searchMatches({ table }: TableKey, terms: readonly SearchTerm[], use = 'database'): RawBuilder<boolean> {
  const index = sql.ref(ddl.searchTable(table));
  const own = sql.ref(`${table}.${SEARCH_ROW}`);
  const row = use === 'check' ? sql`+${own}` : own;
  if (terms.some((term) => !term.negated)) return sql<boolean>`${row} in (${ofSearch(table, terms)})`;
  const unwanted = terms.map(fts5Term).join(' OR ');
  return sql<boolean>`${row} not in (select rowid from ${index} where ${index} match ${unwanted})`;
}

function countHits(table: string, terms: readonly SearchTerm[], most: number): HitCount {
  const hits = sql`select count(*) as count from (${ofSearch(table, terms)} limit ${sql.lit(most)})`;
  return { statement: hits.compile(sqliteDialect.builder), read: ({ count }) => Number(count) };
}

function ofSearch(table: string, terms: readonly SearchTerm[]): RawBuilder<unknown> {
  const index = sql.ref(ddl.searchTable(table));
  return sql`select rowid as _hit from ${index} where ${index} match ${fts5Query(terms)}`;
}

/**
 * The index is read once, newest first; only rows that pass the filter are ranked, and only returned rows are read completely. Equally
 * ranked rows are in the order in which they were created.
 */
function searchRanked({ table, terms, filter, isCovered, isAny }: RankedSearch): RankedHits {
  const index = sql.ref(ddl.searchTable(table));
  const found = sql`select rowid as _hit, rank as _rank from ${index} where ${index} match ${fts5Query(terms, isAny)} order by rowid desc`;
  const left = filter ? sql` where ${filter}` : sql``;
  const rows = isCovered ? fromCovering(table) : sql.table(table);
  return {
    column: `${table}.${SEARCH_ROW}`,
    rows: sql`select _found._hit, _found._rank, _found._hit as _key from (${found}) as _found
      cross join ${rows} on ${sql.ref(`${table}.${SEARCH_ROW}`)} = _found._hit${left} limit ${sql.lit(MAXIMUM_RANKED)}`,
  };
}

/** FTS5 query syntax: every word in quotes, so that no user input is an operator (https://sqlite.org/fts5.html#full_text_query_syntax). */
function fts5Query(terms: readonly SearchTerm[], isAny = false): string {
  const wanted = terms.filter((term) => !term.negated).map(fts5Term);
  return [isAny ? `(${wanted.join(' OR ')})` : wanted.join(' AND '), ...terms.filter((term) => term.negated).map(fts5Term)].join(' NOT ');
}

function fts5Term({ words, older, prefix, parts, forms = [] }: SearchTerm): string {
  const asTyped = (typed: readonly string[]): string => `(${quotedWords(typed)}${prefix ? ' *' : ''})`;
  const own = parts ? [`(${parts.map(fts5Term).join(' AND ')})`] : [words, ...(older ? [older] : [])].map(asTyped);
  const phrases = [...own, ...forms.map((form) => `(${quotedWords(form)})`)];
  return phrases.length === 1 ? String(phrases[0]) : `(${phrases.join(' OR ')})`;
}

function quotedWords(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' + ');
}

/** SQLite reports constraints in its message: `UNIQUE constraint failed: index 'name'` or `…: table.column, table.column`. */
function constraintOf(error: unknown): ConstraintFault | undefined {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  if (typeof errcode !== 'number' || typeof message !== 'string' || (errcode & 0xff) !== 19) return undefined;
  const name = /index '([^']+)'/.exec(message)?.[1];
  const columns = [...message.matchAll(/\w+\.(\w+)/g)].map((match) => match[1] ?? '');
  const kind = message.startsWith('UNIQUE')
    ? 'unique'
    : message.startsWith('FOREIGN')
      ? 'reference'
      : message.startsWith('NOT NULL')
        ? 'not-null'
        : 'check';
  return { kind, name, columns };
}
