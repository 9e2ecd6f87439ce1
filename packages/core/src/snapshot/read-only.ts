import { literal, quoted } from '../storage/builder.ts';
import type { Database } from '../storage/database.ts';
import { readRecord } from '../storage/migrations/record.ts';
import { readDatabaseState, writeDatabaseState } from '../storage/processes/database-state.ts';
import { READ_ONLY_MESSAGE } from '../storage/read-only-message.ts';

/** Whether a database takes changes. */
export type DatabaseMode = 'open' | 'read_only';

const GUARD = '_colophon_read_only';
const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;

/** Returns whether a database takes changes. */
export async function readMode(database: Database): Promise<DatabaseMode> {
  return (await readDatabaseState(database, 'mode')) === 'read_only' ? 'read_only' : 'open';
}

/**
 * Makes all tables of a database read-only, or opens them again. Triggers refuse every change with `ReadOnlyError`, whichever process makes
 * it: once this returns, no change that was under way is still to come.
 */
export async function setMode(database: Database, mode: DatabaseMode): Promise<void> {
  await database.exclusively('colophon migrations', async () => {
    const { tables } = await readRecord(database);
    const names = tables.map(({ name }) => name);
    const isServer = database.dialect.name === 'postgres';
    await database.runScript(
      names.flatMap((name) =>
        isServer ? [dropOnServer(name)] : EVENTS.map((event) => `DROP TRIGGER IF EXISTS ${triggerOf(name, event)}`),
      ),
    );
    if (mode === 'read_only') {
      if (isServer) await database.runScript([guardFunction()]);
      await database.runScript(
        names.flatMap((name) => (isServer ? [guardOnServer(name)] : EVENTS.map((event) => guardInFile(name, event)))),
      );
    }
    await writeDatabaseState(database, 'mode', mode);
  });
}

function triggerOf(table: string, event: string): string {
  return quoted(`${GUARD}_${table}_${event.toLowerCase()}`);
}

function guardInFile(table: string, event: string): string {
  const refuse = `SELECT RAISE(ABORT, ${literal(READ_ONLY_MESSAGE)})`;
  return `CREATE TRIGGER ${triggerOf(table, event)} BEFORE ${event} ON ${quoted(table)} BEGIN ${refuse}; END`;
}

/** `read_only_sql_transaction`, as the server itself says it. */
function guardFunction(): string {
  const refuse = `BEGIN RAISE EXCEPTION ${literal(READ_ONLY_MESSAGE)} USING ERRCODE = '25006'; END`;
  return `CREATE OR REPLACE FUNCTION ${quoted(GUARD)}() RETURNS trigger LANGUAGE plpgsql AS $$ ${refuse} $$`;
}

/** Creating a trigger waits for the transactions that write the table. */
function guardOnServer(table: string): string {
  return `CREATE TRIGGER ${quoted(GUARD)} BEFORE ${EVENTS.join(' OR ')} ON ${quoted(table)} FOR EACH STATEMENT EXECUTE FUNCTION ${quoted(GUARD)}()`;
}

function dropOnServer(table: string): string {
  return `DROP TRIGGER IF EXISTS ${quoted(GUARD)} ON ${quoted(table)}`;
}
