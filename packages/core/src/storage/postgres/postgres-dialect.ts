import { PostgresAdapter, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
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
import * as ddl from './postgres-ddl.ts';
import { placed } from '../slots.ts';
import { textSearchVector } from './text-search-vector.ts';

/**
 * See `Dialect.maximumRanked`. The row of each hit is read for its rank and for what may be seen, which takes several times as long as on SQLite,
 * where indexes contain both.
 */
const MAXIMUM_RANKED = 5000;

/** Letters of a beginning that most texts have a word with. */
const SHORT = 2;

/** The dialect of PostgreSQL. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  locksRows: true,
  rows: undefined,
  builder: compileOnlyBuilder({ adapter: () => new PostgresAdapter(), compiler: () => new PostgresQueryCompiler() }),
  encode: (kind, value) => (value === null || value === undefined ? null : isJson(kind) ? JSON.stringify(value) : value),
  decode,
  decodes: (kind) => isJson(kind) || kind === 'bytes',
  // PostgreSQL keeps statistics of how many rows a value has.
  unindexed: (column) => sql.ref(column),
  listContainsAny: (table, column, values) =>
    sql<boolean>`coalesce(${sql.ref(`${table}.${column}`)} ?| array[${sql.join(values)}]::text[], false)`,
  indexedValues,
  countIndexed: undefined,
  jsonAt,
  // Columns use the C collation, which folds ASCII only; the database's own folds every script.
  matchesPattern: (operand, pattern) => sql<boolean>`(${operand})::text collate "default" ilike ${pattern} escape '\\'`,
  encodePattern: (pattern) => pattern,
  folded: (operand) => sql<string>`lower(${operand} collate "default")`,
  searchMatches,
  countHits,
  maximumRanked: MAXIMUM_RANKED,
  searchRanked,
  indexAgain: undefined,
  searchColumn: { name: ddl.SEARCH_COLUMN, valueOf: textSearchVector },
  createTable: ddl.createTable,
  createBareTable: ddl.createBareTable,
  addColumn: ddl.addColumn,
  addReference: ddl.addReference,
  keepTextsApart: ddl.keepTextsApart,
  createIndex: ddl.createIndex,
  dropIndex: (index) => `DROP INDEX IF EXISTS ${quoted(index)}`,
  renameIndex: (from, to) => `ALTER INDEX ${quoted(from)} RENAME TO ${quoted(to)}`,
  concurrent: {
    create: (statement) => statement.replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY '),
    find: (index) => ({
      sql: `SELECT i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = $1`,
      parameters: [index],
    }),
    // Without statistics, which a new table may lack, the size of the file tells.
    estimate: (table) => ({
      sql: `SELECT greatest(reltuples, pg_relation_size(oid) / 1000)::bigint AS count FROM pg_class WHERE oid = to_regclass($1)`,
      parameters: [quoted(table)],
    }),
  },
  createValueIndex: ddl.createValueIndex,
  dropValueIndex: ddl.dropValueIndex,
  createSearch: ddl.createSearch,
  dropSearch: ddl.dropSearch,
  introspect: () => ({
    sql: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = current_schema()`,
    parameters: [],
  }),
  constraintOf,
};

/** In the form that the index supports; a null column contains nothing. */
function indexedValues({ table, column, path, values }: ValueLookup): RawBuilder<boolean> {
  const reference = sql.ref(`${table}.${column}`);
  if (!path) return sql<boolean>`${reference} ?| array[${sql.join(values)}]::text[]`;
  const holds = values.map((value) => sql`${reference} @> ${placed(value, (each) => JSON.stringify(nested(path, each)))}::jsonb`);
  return sql<boolean>`(${sql.join(holds, sql` or `)})`;
}

/** `['a', 'b'], 1` → `{a: {b: 1}}` */
function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function decode(kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'bytes') return plainBytes(value);
  return isJson(kind) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
}

function isJson(kind: FieldKind): boolean {
  return kind === 'json' || kind === 'list';
}

function jsonAt(column: string, path: readonly string[], like: unknown): RawBuilder<unknown> {
  // Key by key and not `#>`, which would interpret a numeric key as an array index.
  const value = sql`(${sql.ref(column)}${sql.join(
    path.map((key) => sql` -> ${key}::text`),
    sql``,
  )})`;
  switch (typeof like) {
    case 'boolean':
      return sql`(case jsonb_typeof${value} when 'boolean' then ${value}::boolean end)`;
    case 'number':
      return sql`(case jsonb_typeof${value} when 'number' then ${value}::numeric::double precision end)`;
    case 'string':
      return sql`(case jsonb_typeof${value} when 'string' then ${value} #>> '{}' end collate "C")`;
    default:
      return sql`nullif(${value}, 'null'::jsonb)`;
  }
}

/** PostgreSQL itself would look for the hits of a rare word in the order of the page, as if they were spread over it. */
function searchMatches({ table, key }: TableKey, terms: readonly SearchTerm[], use = 'database'): RawBuilder<boolean> {
  const index = sql.ref(`${table}.${ddl.SEARCH_COLUMN}`);
  const own = sql.ref(`${table}.${key}`);
  const hit = sql<boolean>`${index} @@ ${textSearchQuery(terms)}`;
  if (use === 'database' && terms.every(({ negated }) => negated)) {
    const excluded = textSearchQuery(
      terms.map((term) => ({ ...term, negated: false })),
      true,
    );
    // The words of each row would be read to find that it lacks one.
    return sql<boolean>`${own} not in (select ${own} from ${sql.table(table)} where ${index} @@ ${excluded} offset 0)`;
  }
  if (use === 'database') return hit;
  // No index is searched for a truth value, and a subquery with an offset is answered by itself.
  if (use === 'check') return sql<boolean>`(${hit}) is true`;
  return sql<boolean>`${own} in (select ${own} from ${sql.table(table)} where ${hit} offset 0)`;
}

/** The number that PostgreSQL expects, which it knows for frequent words: to count the hits would take as long as to find them. */
function countHits(table: string, terms: readonly SearchTerm[]): HitCount {
  const hits = sql`explain (format json) select 1 from ${sql.table(table)} where ${searchMatches({ table, key: '' }, terms)}`;
  return {
    statement: hits.compile(postgresDialect.builder),
    read: (row) => (JSON.parse(String(row['QUERY PLAN'])) as [{ Plan: { 'Plan Rows': number } }])[0].Plan['Plan Rows'],
  };
}

/**
 * `ts_rank` knows no rarity, so that it is computed for each term and weighted. If there are more hits than are ranked, the newest are: keys
 * are in the order of creation.
 */
function searchRanked({ table, key, terms, filter, isAny, use }: RankedSearch): RankedHits {
  const index = sql.ref(`${table}.${ddl.SEARCH_COLUMN}`);
  const wanted = terms.filter((term) => !term.negated);
  const matches = sql<boolean>`${index} @@ ${textSearchQuery(terms, isAny)}`;
  // PostgreSQL expects one of fifty texts to have a word with a given beginning; one of one or two letters is that of a word in most texts.
  const isShort = wanted.every(({ words, prefix }) => prefix && (words.at(-1)?.length ?? 0) <= SHORT);
  const isChecked = use === 'check' || isShort;
  const hit = isChecked ? sql<boolean>`(${matches}) is true` : matches;
  const and = filter ? sql` and ${filter}` : sql``;
  const own = sql.ref(`${table}.${key}`);
  const hits = sql`select ${own} as _key, ${index} as _index from ${sql.table(table)} where ${hit}${and}`;
  const newest = sql`order by _key desc limit ${sql.lit(MAXIMUM_RANKED)}`;
  const found = isChecked ? sql`${hits} ${newest}` : sql`select _key, _index from (${hits} offset 0) as _hits ${newest}`;
  const ranks = wanted.map((term) => sql`${term.rarity ?? 1}::float4 * ts_rank(_index, ${textSearchQuery([term])})`);
  return {
    column: `${table}.${key}`,
    rows: sql`select _key as _hit, -(${sql.join(ranks, sql` + `)}) as _rank, _key from (${found}) as _found`,
  };
}

/** A `tsquery` in PostgreSQL's syntax; the words contain only letters, digits and marks, so that no user input is an operator. */
function textSearchQuery(terms: readonly SearchTerm[], isAny = false): RawBuilder<unknown> {
  const wanted = terms.filter((term) => !term.negated).map(tsqueryTerm);
  const parts = [
    ...(isAny && wanted.length > 0 ? [`(${wanted.join(' | ')})`] : wanted),
    ...terms.filter((term) => term.negated).map(tsqueryTerm),
  ];
  return sql`${parts.join(' & ')}::text::tsquery`;
}

function tsqueryTerm({ words, older, negated, prefix, parts, forms = [] }: SearchTerm): string {
  const asTyped = (typed: readonly string[]): string => `${quotedWords(typed)}${prefix ? ':*' : ''}`;
  const own = parts ? [parts.map(tsqueryTerm).join(' & ')] : [words, ...(older ? [older] : [])].map(asTyped);
  const phrases = [...own, ...forms.map(quotedWords)];
  return `${negated ? '!' : ''}(${phrases.length === 1 ? phrases[0] : phrases.map((phrase) => `(${phrase})`).join(' | ')})`;
}

function quotedWords(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' <-> ');
}

interface PostgresFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly detail?: string;
}

const KINDS: Readonly<Record<string, ConstraintFault['kind']>> = {
  '23505': 'unique',
  '23001': 'reference',
  '23503': 'reference',
  '23502': 'not-null',
  '23514': 'check',
  '54000': 'too-long',
};

/**
 * PostgreSQL's integrity errors, class 23, and a value too long for an index
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
function constraintOf(error: unknown): ConstraintFault | undefined {
  const { code, constraint, column, detail } = error as PostgresFault;
  const kind = code === undefined ? undefined : KINDS[code];
  if (!kind) return undefined;
  const named = /^Key \(([^)]*)\)=/
    .exec(detail ?? '')?.[1]
    ?.split(', ')
    .map((name) => name.replaceAll('"', ''));
  return { kind, name: constraint, columns: named ?? (column === undefined ? undefined : [column]) };
}
