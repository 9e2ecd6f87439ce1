import pg from 'pg';
import { UnavailableError, UsageError } from '../../errors/errors.ts';
import { AmbientTransactions } from '../ambient-transaction.ts';
import type { Database } from '../database.ts';
import type { Row, Statement } from '../statement.ts';
import { Ports } from '../../ports/ports.ts';
import type { WrittenTables } from '../written-tables.ts';
import { PostgresConnections } from './connections.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { losesConnection, postgresError } from './postgres-errors.ts';
import { PostgresTransaction } from './postgres-transaction.ts';

const MAXIMUM_PREPARED = 500;
const MAXIMUM_SEEN = 1000;
const CONNECTIONS = 10;
/** The oldest supported version: the first with unique indexes in which nulls are equal. */
const OLDEST = 150_000;

export interface PostgresOptions {
  /** The maximum number of connections; 10 by default. */
  readonly connections?: number;
  /** PostgreSQL settings of each connection, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The URL of the server, if the other one is that of a pooler of transactions. */
  readonly directUrl?: string;
  /** As for `openDatabase`. */
  readonly ports?: Ports;
}

interface QueryMode {
  readonly rowMode?: 'array';
  readonly named?: boolean;
}

/** Sent together with the beginning of the transaction, which the setting ends with. */
const ONLY_INDEXES: Statement = { sql: `SELECT set_config('enable_seqscan', 'off', true)`, parameters: [] };
const ALL_SCANS: Statement = { sql: `SELECT set_config('enable_seqscan', 'on', true)`, parameters: [] };

/** Another server that took its place began at another time. */
const SNAPSHOT = `SELECT pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text AS snapshot`;

/** PostgreSQL through a connection pool; a transaction holds one connection while it runs. */
export class PostgresDatabase implements Database {
  readonly url: string;
  readonly directUrl: string;
  readonly dialect = postgresDialect;
  readonly ports: Ports;
  readonly #isPooled: boolean;
  readonly #connections: PostgresConnections;
  /** Connections to the server behind a pooler, one for each piece of exclusive work. */
  readonly #direct = new Set<PostgresConnections>();
  readonly #ambient = new AmbientTransactions<PostgresTransaction>();
  readonly #names = new Map<string, string>();
  #mark = { snapshot: '' };
  /** Statements that were sent once so far. */
  readonly #seen = new Set<string>();

  constructor(url: string, { connections = CONNECTIONS, settings = {}, directUrl, ports = new Ports() }: PostgresOptions = {}) {
    this.url = url;
    this.directUrl = directUrl ?? url;
    this.#isPooled = directUrl !== undefined;
    this.ports = ports;
    this.#connections = new PostgresConnections(url, { connections, settings, types: TYPES, directUrl });
  }

  static async open(url: string, options: PostgresOptions = {}): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, options);
    const row = await database.first({ sql: 'SHOW server_version_num', parameters: [] });
    if (Number(row?.['server_version_num']) < OLDEST) {
      await database.close();
      throw new UsageError(`PostgreSQL ${Math.floor(OLDEST / 10_000)} or newer is required.`);
    }
    return database;
  }

  get closed(): boolean {
    return this.#connections.closed;
  }

  get stuckMs(): number {
    return this.#connections.stuckMs;
  }

  get inTransaction(): boolean {
    return this.#ambient.current !== undefined;
  }

  get written(): WrittenTables | undefined {
    return this.#ambient.current?.written;
  }

  async all(statement: Statement): Promise<Row[]> {
    return (await this.#query(statement)).rows;
  }

  async first(statement: Statement): Promise<Row | undefined> {
    return (await this.#query(statement)).rows[0];
  }

  async values(statement: Statement): Promise<readonly (readonly unknown[])[]> {
    return (await this.#query(statement, { rowMode: 'array' })).rows as unknown as unknown[][];
  }

  async run(statement: Statement): Promise<number> {
    this.#ambient.current?.wrote(statement.table);
    return (await this.#query(statement)).rowCount ?? 0;
  }

  async runBeforeCommit(statement: Statement): Promise<void> {
    const joined = this.#ambient.current;
    if (joined) joined.expectSuccess(this.run(statement));
    else await this.run(statement);
  }

  async runScript(statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    this.#ambient.current?.wrote(undefined);
    // Only a query without a name and parameters may consist of several statements.
    await this.#query({ sql: statements.join(';\n'), parameters: [] }, { named: false });
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#transaction(this.#connections, work);
  }

  async #transaction<T>(connections: PostgresConnections, work: () => Promise<T>): Promise<T> {
    const joined = this.#ambient.current;
    if (joined) return joined.join(work);
    const client = await connections.take();
    const transaction = new PostgresTransaction(client, connections);
    let broken: Error | undefined;
    try {
      transaction.begin();
      const value = await this.#ambient.run(transaction, work);
      await transaction.finishStatements();
      transaction.refuseDoomed();
      transaction.end();
      await transaction.commit();
      transaction.settle(true);
      return value;
    } catch (error) {
      transaction.end();
      broken = await transaction.rollback();
      transaction.settle(false);
      throw postgresError(await transaction.causeOf(error));
    } finally {
      client.release(broken);
    }
  }

  afterCommit(action: () => void): void {
    const joined = this.#ambient.current;
    if (joined) joined.onCommit(action);
    else action();
  }

  afterRollback(action: () => void): void {
    this.#ambient.current?.onRollback(action);
  }

  async exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#onServer((connections) => this.#exclusively(connections, name, work));
  }

  async runAlone(sql: string): Promise<void> {
    if (this.inTransaction) throw new UsageError('This statement must not run inside a transaction.');
    await this.#onServer(async (connections) => {
      const client = await connections.take();
      let failure: unknown;
      try {
        connections.allowLong(client);
        await connections.send(client, { text: 'SET statement_timeout = 0' });
        await connections.send(client, { text: sql });
      } catch (error) {
        failure = error;
        throw postgresError(error);
      } finally {
        await connections.send(client, { text: 'RESET statement_timeout' }).catch((error: unknown) => (failure ??= error));
        client.release(losesConnection(failure));
      }
    });
  }

  /** Runs work on connections to the server itself: behind a pooler, on one of its own. */
  async #onServer<T>(work: (connections: PostgresConnections) => Promise<T>): Promise<T> {
    if (!this.#isPooled || this.inTransaction) return work(this.#connections);
    if (this.closed) throw new UnavailableError('The database is closed.');
    const direct = new PostgresConnections(this.directUrl, { connections: 1, settings: {}, types: TYPES });
    this.#direct.add(direct);
    try {
      return await work(direct);
    } finally {
      await direct.close();
      this.#direct.delete(direct);
    }
  }

  #exclusively<T>(connections: PostgresConnections, name: string, work: () => Promise<T>): Promise<T> {
    return this.#transaction(connections, async () => {
      // A migration, and waiting for another one, has no time limit.
      this.#ambient.current?.allowLong();
      await this.#query({ sql: 'SET LOCAL statement_timeout = 0', parameters: [] });
      await this.lock(name);
      return work();
    });
  }

  async lock(name: string): Promise<void> {
    if (!this.inTransaction) throw new UsageError('A lock requires a transaction; start one first.');
    await this.#query({ sql: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [name] });
  }

  /** Transactions that see the same snapshot see the same data (https://www.postgresql.org/docs/current/functions-info.html). */
  async dataMark(): Promise<object> {
    if (this.inTransaction) return {};
    const row = await this.first({ sql: SNAPSHOT, parameters: [] });
    const snapshot = String(row?.['snapshot']);
    if (this.#mark.snapshot !== snapshot) this.#mark = { snapshot };
    return this.#mark;
  }

  async analyze({ ifGrown = false }: { readonly ifGrown?: boolean } = {}): Promise<boolean> {
    if (!ifGrown) await this.runAlone('ANALYZE');
    return !ifGrown;
  }

  async close(): Promise<void> {
    await Promise.all([this.#connections, ...this.#direct].map((each) => each.close()));
  }

  async #query(statement: Statement, mode: QueryMode = {}): Promise<pg.QueryResult<Row>> {
    if (!statement.byIndex) return this.#send(statement, mode);
    const goesOn = this.inTransaction;
    return this.transaction(async () => {
      await this.#send(ONLY_INDEXES);
      const result = await this.#send(statement, mode);
      if (goesOn) await this.#send(ALL_SCANS);
      return result;
    });
  }

  async #send({ sql, parameters, varies = false }: Statement, { named = true, ...mode }: QueryMode = {}): Promise<pg.QueryResult<Row>> {
    const joined = this.#ambient.current;
    // After some executions, PostgreSQL plans a named statement for any values: for a rare word as for a frequent one.
    const name = named && !varies && !this.#isPooled ? this.#nameOf(sql) : undefined;
    const query = { text: sql, values: [...parameters], ...(name === undefined ? {} : { name }), ...mode };
    try {
      return await (joined ? joined.query<Row>(query) : this.#connections.query<Row>(query));
    } catch (error) {
      throw postgresError(error);
    }
  }

  /**
   * From the second time on, statements are prepared by name on each connection. Their number is limited, because each uses memory on the
   * server; those of a migration, which are not repeated, must not use it up.
   */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MAXIMUM_PREPARED) return known;
    if (!this.#seen.delete(sql)) {
      if (this.#seen.size >= MAXIMUM_SEEN) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    const name = `colophon_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

/** How values are read on every connection. */
export const TYPES: pg.CustomTypesConfig = { getTypeParser: typeParser };

/** Parses values to their types on instances: counts as numbers, timestamps as ISO 8601 in UTC, JSON as text that the dialect parses. */
function typeParser(oid: number, format?: string): (value: string) => unknown {
  switch (oid) {
    case pg.types.builtins.INT8:
    case pg.types.builtins.NUMERIC:
      return Number;
    case pg.types.builtins.TIMESTAMPTZ:
      return isoTimestamp;
    case pg.types.builtins.JSON:
    case pg.types.builtins.JSONB:
      return String;
    default:
      return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
  }
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?\+00$/;

/** `2026-11-21 10:00:00.5+00` → `2026-11-21T10:00:00.500Z`; only a pooler's connections may use another time zone than UTC. */
function isoTimestamp(value: string): string {
  const [, date, time, fraction = ''] = TIMESTAMP.exec(value) ?? [];
  return date === undefined ? new Date(value).toISOString() : `${date}T${time}.${fraction.padEnd(3, '0')}Z`;
}
