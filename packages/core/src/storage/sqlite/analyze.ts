import type { Database } from '../database.ts';
import { quoted } from '../builder.ts';

/** A table is analyzed again once it has this many times the rows. */
const GROWN = 1.5;
/** Below this number of rows every way of finding them is fast. */
const FEW_ROWS = 1000;

/**
 * Renews the statistics of all tables, which take a fraction of a second however large they are: of each index, `analysis_limit` entries are
 * read. One index at a time, so that others get turns between them.
 *
 * The table of the statistics is made anew, which changes the schema: only then do other connections, of this process and others, read it
 * (https://sqlite.org/lang_analyze.html).
 */
export async function analyzeSqlite(database: Database): Promise<void> {
  const names = await database.all({ sql: ANALYZED, parameters: [] });
  await database.transaction(async () => {
    await database.run({ sql: 'PRAGMA analysis_limit = 1000', parameters: [] });
    await database.run({ sql: 'DROP TABLE IF EXISTS sqlite_stat1', parameters: [] });
    for (const { name } of names) await database.run({ sql: `ANALYZE ${quoted(String(name))}`, parameters: [] });
  });
}

/** Returns whether a table has at least half as many rows again as when it was analyzed, or many and was never analyzed. */
export async function hasGrown(database: Database): Promise<boolean> {
  const analyzed = new Map<string, number>();
  for (const { name, rows } of await readAnalyzed(database)) analyzed.set(name, rows);
  for (const { name } of await database.all({ sql: TABLES, parameters: [] })) {
    const table = String(name);
    const counted = await database.first({ sql: `SELECT count(*) AS count FROM ${quoted(table)}`, parameters: [], long: true });
    const rows = Number(counted?.['count'] ?? 0);
    if (rows > Math.max(FEW_ROWS, (analyzed.get(table) ?? 0) * GROWN)) return true;
  }
  return false;
}

/** The number of rows is the first number of each entry (https://sqlite.org/fileformat2.html#stat1tab). */
async function readAnalyzed(database: Database): Promise<readonly { readonly name: string; readonly rows: number }[]> {
  const [exists] = await database.all({ sql: `SELECT 1 AS found FROM sqlite_schema WHERE name = 'sqlite_stat1'`, parameters: [] });
  if (!exists) return [];
  // A partial index has fewer entries than its table has rows.
  const sql = `SELECT tbl AS name, max(CAST(stat AS INTEGER)) AS rows FROM sqlite_stat1 GROUP BY tbl`;
  return (await database.all({ sql, parameters: [] })).map(({ name, rows }) => ({ name: String(name), rows: Number(rows) }));
}

/** Tables that hold rows themselves, without those inside the full-text index, whose statistics nothing uses. */
const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** Every index, and every table without one. */
const ANALYZED = `WITH tables AS (${TABLES}), indexes AS (SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index')
  SELECT name FROM indexes WHERE tbl_name IN (SELECT name FROM tables)
  UNION ALL SELECT name FROM tables WHERE name NOT IN (SELECT tbl_name FROM indexes)`;
