import type { Database } from '@colophon/core';

/** Copies a row `copies` times, in one statement: to reach a limit without a hundred requests. `unique` columns get a number appended. */
export async function copyRow(
  database: Database,
  table: string,
  { id, copies, unique = [] }: { id: string; copies: number; unique?: readonly string[] },
): Promise<void> {
  const { builder } = database.dialect;
  const row = await database.first(builder.selectFrom(table).selectAll().where('id', '=', id).compile());
  if (!row) throw new Error(`There is no row ${id} in ${table}.`);
  const columns = Object.keys(row);
  const values = columns.map((name) => (name === 'id' || unique.includes(name) ? `"${name}" || '-' || cast(n as text)` : `"${name}"`));
  const sql = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
    with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${copies})
    select ${values.join(', ')} from "${table}", copies where id = '${id}'`;
  await database.run({ sql, parameters: [] });
}

/** Simulates that the newest attempt with this subject prefix was made as many more times. */
export async function repeatAttempt(database: Database, subject: string, copies: number): Promise<void> {
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('attempts')
    .select('id')
    .where('subject', 'like', `${subject}%`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  const row = await database.first(query.limit(1).compile());
  await copyRow(database, 'attempts', { id: String(row?.['id']), copies });
}
