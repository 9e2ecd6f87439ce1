import pg from 'pg';
import type { PinnedReads } from '../pinned-reads.ts';
import type { Row, Statement } from '../statement.ts';
import { TYPES } from './postgres-database.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresError } from './postgres-errors.ts';

/** One page of rows takes far less; a server that answers nothing for so long has gone. */
const QUERY_MS = 600_000;
const CONNECT_MS = 10_000;

/** Reads one moment of a database on a connection of its own. @param url of the server itself, not of a pooler of transactions */
export async function pinPostgres(url: string): Promise<PinnedReads> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'colophon-snapshot',
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    types: TYPES,
  });
  // The statement that is running, or the next one, reports a lost connection; without a listener it would end the process.
  client.on('error', () => undefined);
  const query = async ({ sql, parameters }: Statement, rowMode?: 'array'): Promise<readonly unknown[]> => {
    try {
      return (await client.query({ text: sql, values: [...parameters], ...(rowMode && { rowMode }) })).rows as unknown[];
    } catch (error) {
      throw postgresError(error);
    }
  };
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The moment is that of the first read.
    await client.query('SELECT 1');
  } catch (error) {
    await client.end().catch(() => undefined);
    throw postgresError(error);
  }
  return {
    dialect: postgresDialect,
    all: async (statement) => (await query(statement)) as Row[],
    first: async (statement) => (await query(statement))[0] as Row | undefined,
    values: async (statement) => (await query(statement, 'array')) as unknown[][],
    close: () => client.end(),
  };
}
