import type { Database } from '@colophon/core';

/** Everything in the schema `public` of a PostgreSQL database: how it was created, and its rows. */
export interface PostgresCopy {
  /** Creates functions and tables. */
  readonly create: readonly string[];
  readonly tables: readonly PostgresTable[];
  /** Creates keys, indexes and triggers, after the rows are in place. */
  readonly finish: readonly string[];
}

interface PostgresTable {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly rows: readonly Row[];
}
/** The values of a row as PostgreSQL writes them as text. */
type Row = readonly (string | null)[];
/** What the catalogue says of a column. */
type Column = Readonly<Record<string, string | null>>;

const ROWS_AT_ONCE = 200;

/**
 * Copies a PostgreSQL database of an application into plain data, so that a later version can be tested on it with any PostgreSQL. It knows
 * the kinds of things that Colophon creates (tables, constraints, indexes, triggers, functions, sequences of identity columns); it is no
 * replacement for `pg_dump`.
 */
export async function copyPostgres(database: Database): Promise<PostgresCopy> {
  const all = async (sql: string): Promise<readonly Column[]> => (await database.all({ sql, parameters: [] })) as readonly Column[];
  const texts = async (sql: string): Promise<string[]> => (await all(sql)).map(({ sql: text }) => text ?? '');
  const columns = await all(`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attgenerated AS generated,
           a.attidentity AS identity, pg_get_expr(d.adbin, d.adrelid) AS expression, a.attnotnull::text AS required,
           co.collname AS "collation", c.relpersistence AS persistence, array_to_string(c.reloptions, ', ') AS options
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_collation co ON co.oid = a.attcollation AND co.collname <> 'default'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`);
  const tables = [...Map.groupBy(columns, ({ table }) => table ?? '')];
  return {
    create: [
      ...(await texts(`SELECT pg_get_functiondef(oid) AS sql FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname`)),
      ...tables.map(([name, its]) => createTable(name, its)),
    ],
    tables: await Promise.all(tables.map(async ([name, its]) => ({ name, ...(await rowsOf(database, name, its)) }))),
    finish: [
      ...(await texts(`
        SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS sql
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'c', 'f') AND conrelid <> 0
        ORDER BY contype = 'f', conname`)),
      ...(await texts(`
        SELECT pg_get_indexdef(i.indexrelid) AS sql FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
        ORDER BY c.relname`)),
      ...(await texts(`
        SELECT pg_get_triggerdef(t.oid) AS sql FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal ORDER BY c.relname, t.tgname`)),
      ...tables.flatMap(([name, its]) =>
        its
          .filter(({ identity }) => identity !== '')
          .map(
            (column) =>
              `SELECT setval(pg_get_serial_sequence('"${name}"', '${column['name'] ?? ''}'), coalesce((SELECT max("${column['name'] ?? ''}") FROM "${name}"), 0) + 1, false)`,
          ),
      ),
    ],
  };
}

/** Writes a copy into an empty database. */
export async function loadPostgres(database: Database, copy: PostgresCopy): Promise<void> {
  const run = (sql: string, parameters: Row = []): Promise<unknown> => database.run({ sql, parameters });
  for (const sql of copy.create) await run(sql);
  for (const { name, columns, rows } of copy.tables)
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      const values = some.map(
        (_, row) => `(${columns.map(([, type], at) => `$${row * columns.length + at + 1}::text::${type}`).join(', ')})`,
      );
      const names = columns.map(([column]) => `"${column}"`).join(', ');
      await run(`INSERT INTO "${name}" (${names}) OVERRIDING SYSTEM VALUE VALUES ${values.join(', ')}`, some.flat());
    }
  for (const sql of copy.finish) await run(sql);
}

function createTable(name: string, columns: readonly Column[]): string {
  const [{ options = null, persistence = 'p' } = {}] = columns;
  const lines = columns.map(({ name: column, type, generated, identity, expression, required, collation }) =>
    [
      `"${column}" ${type}`,
      collation ? `COLLATE "${collation}"` : '',
      generated === 's' ? `GENERATED ALWAYS AS (${expression}) STORED` : expression ? `DEFAULT ${expression}` : '',
      identity === 'a' ? 'GENERATED ALWAYS AS IDENTITY' : identity === 'd' ? 'GENERATED BY DEFAULT AS IDENTITY' : '',
      required === 'true' ? 'NOT NULL' : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
  return `CREATE ${persistence === 'u' ? 'UNLOGGED ' : ''}TABLE "${name}" (${lines.join(', ')})${options ? ` WITH (${options})` : ''}`;
}

async function rowsOf(database: Database, table: string, columns: readonly Column[]): Promise<Pick<PostgresTable, 'columns' | 'rows'>> {
  const stored = columns.filter(({ generated }) => generated === '').map(({ name, type }) => [name ?? '', type ?? ''] as const);
  const names = stored.map(([name]) => `"${name}"::text`).join(', ');
  const rows = await database.values({ sql: `SELECT ${names} FROM "${table}" ORDER BY 1`, parameters: [] });
  return { columns: stored, rows: rows as readonly Row[] };
}
