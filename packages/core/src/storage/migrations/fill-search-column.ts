import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Row } from '../statement.ts';
import type { TableDefinition } from '../table.ts';

const BATCH = 200;

/** Fills the search column of every row of a table, if the database has such a column: older rows have none. */
export async function fillSearchColumn(database: Database, table: TableDefinition): Promise<void> {
  const { builder, searchColumn } = database.dialect;
  const [key] = table.primaryKey;
  const { search } = table;
  if (!searchColumn || !search || key === undefined) return;
  const columns = [key, ...search.columns.map((column) => column.name)];
  for (let after: unknown; ;) {
    let query = builder
      .selectFrom(table.name)
      .select([...new Set(columns)])
      .orderBy(key)
      .limit(BATCH);
    if (after !== undefined) query = query.where(sql.ref(key), '>', after);
    const rows = await database.all(query.compile());
    await writeSearchColumn(database, table, rows);
    after = rows.at(-1)?.[key];
    if (rows.length < BATCH) return;
  }
}

/** Writes the search column of these rows, which have the key and the searched texts. */
export async function writeSearchColumn(database: Database, table: TableDefinition, rows: readonly Row[]): Promise<void> {
  const { builder, searchColumn } = database.dialect;
  const [key] = table.primaryKey;
  const { search } = table;
  if (!searchColumn || !search || key === undefined || rows.length === 0) return;
  const values = JSON.stringify(rows.map((row) => ({ key: row[key], words: searchColumn.valueOf(search, row) })));
  const given = sql`jsonb_to_recordset(${values}::jsonb) as given (key text, words text)`;
  const [target, column] = [sql.table(table.name), sql.ref(searchColumn.name)];
  const update = sql`update ${target} set ${column} = words::tsvector from ${given} where ${target}.${sql.ref(key)} = given.key`;
  await database.run(update.compile(builder));
}
