import { PostgresAdapter, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { FieldKind } from '../../fields/field.ts';
import { compileOnlyBuilder, quoted } from '../builder.ts';
import { type ConstraintFault, type Dialect, type SearchParts, type SearchTerm, UNRANKED } from '../dialect.ts';
import * as ddl from './postgres-ddl.ts';

/** PostgreSQL's way of saying what the databases say differently. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  locksRows: true,
  builder: compileOnlyBuilder({ adapter: () => new PostgresAdapter(), compiler: () => new PostgresQueryCompiler() }),
  encode: (kind, value) => (value === null || value === undefined ? null : isJson(kind) ? JSON.stringify(value) : value),
  decode: (kind, value) =>
    value === null || value === undefined ? null : isJson(kind) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
  decodes: isJson,
  listContainsAny: (column, values) => sql<boolean>`coalesce(${sql.ref(column)} ?| array[${sql.join(values)}]::text[], false)`,
  jsonAt,
  // Columns are in the C collation, which folds ASCII only; the database's own folds every script.
  matchesPattern: (operand, pattern) => sql<boolean>`(${operand})::text collate "default" ilike ${pattern} escape '\\'`,
  encodePattern: (pattern) => pattern,
  folded: (operand) => sql<string>`lower(${operand} collate "default")`,
  search,
  createTable: ddl.createTable,
  addColumn: ddl.addColumn,
  addReference: ddl.addReference,
  createIndex: ddl.createIndex,
  dropIndex: (index) => `DROP INDEX ${quoted(index)}`,
  createSearch: ddl.createSearch,
  dropSearch: ddl.dropSearch,
  introspect: () => ({
    sql: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = current_schema()`,
    parameters: [],
  }),
  constraintOf,
};

function isJson(kind: FieldKind): boolean {
  return kind === 'json' || kind === 'list';
}

function jsonAt(column: string, path: readonly string[], like: unknown): RawBuilder<unknown> {
  // Key by key and not `#>`, which would take a key for the index of an array.
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

/** `to_tsquery` syntax; the words hold letters, digits and marks only, so that nothing typed is an operator. */
function search(table: string, terms: readonly SearchTerm[]): SearchParts {
  const index = sql.ref(`${table}.${ddl.SEARCH_COLUMN}`);
  if (terms.length === 0) return { matches: sql<boolean>`false`, rank: UNRANKED };
  const query = sql`to_tsquery('simple', ${terms
    .map(tsqueryTerm)
    .filter((term) => term !== '')
    .join(' & ')})`;
  return { matches: sql<boolean>`${index} @@ ${query}`, rank: sql<number>`-ts_rank(${index}, ${query})` };
}

function tsqueryTerm({ words, negated, prefix }: SearchTerm): string {
  // Decomposing can bring forth punctuation, as of ⑴, so what is a word is asked again.
  const folded = words.flatMap(
    (word) =>
      word
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  if (folded.length === 0) return '';
  return `${negated ? '!' : ''}(${folded.join(' <-> ')}${prefix ? ':*' : ''})`;
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

/** PostgreSQL's integrity errors, class 23, and a value that no index can hold (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
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
