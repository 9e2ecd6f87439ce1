import { sql } from 'kysely';
import type { Database } from '../database.ts';

const STATE_TABLE = '_colophon_state';

/** Reads a value that the processes of a database share; undefined if it was never written. */
export async function readDatabaseState(database: Database, name: string): Promise<unknown> {
  const columns = await database.all(database.dialect.introspect());
  if (!columns.some((column) => column['table'] === STATE_TABLE)) return undefined;
  const row = await database.first(database.dialect.builder.selectFrom(STATE_TABLE).select('value').where('name', '=', name).compile());
  return row === undefined ? undefined : JSON.parse(String(row['value']));
}

/** Writes a value that the processes of a database share; `rev` counts its changes. */
export async function writeDatabaseState(database: Database, name: string, value: unknown): Promise<void> {
  await database.exclusively('colophon state', async () => {
    await database.runScript([
      `CREATE TABLE IF NOT EXISTS "${STATE_TABLE}" (name TEXT PRIMARY KEY, value TEXT NOT NULL, rev INTEGER NOT NULL)`,
    ]);
    const text = JSON.stringify(value);
    const { builder } = database.dialect;
    const query = builder
      .insertInto(STATE_TABLE)
      .values({ name, value: text, rev: 1 })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text, rev: sql`${sql.ref(`${STATE_TABLE}.rev`)} + 1` }));
    await database.run(query.compile());
  });
}
