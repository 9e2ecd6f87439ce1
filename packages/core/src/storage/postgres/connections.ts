import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { UnavailableError } from '../../errors/errors.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { losesConnection, postgresError } from './postgres-errors.ts';

/** How long a caller waits for a connection, in milliseconds. */
const WAIT_MS = 5_000;
/** After this time without traffic the system asks the peer whether it is still there, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;
/** How long `close` waits for statements that are running, in milliseconds, before their connections are cut. */
const CLOSE_MS = 5_000;

export interface ConnectionOptions {
  /** The maximum number of connections. */
  readonly connections: number;
  /** PostgreSQL settings of each connection, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly types: pg.CustomTypesConfig;
  /** The URL of the server, if the other one is that of a pooler of transactions. */
  readonly directUrl?: string | undefined;
}

/**
 * A pool of connections to PostgreSQL of which none is waited for forever: if the network falls silent, the statements on it fail as soon as
 * a new connection shows that the server is not working on them, and `close` always ends.
 */
export class PostgresConnections {
  /** The statement with which a transaction begins. */
  readonly begin: string;
  readonly #pool: pg.Pool;
  readonly #watch: ConnectionWatch;
  #closing: Promise<void> | undefined;

  constructor(url: string, { connections, settings, types, directUrl }: ConnectionOptions) {
    const set = Object.entries({ timezone: 'UTC', statement_timeout: '60000', ...settings });
    const ofSession = { options: set.map(([name, value]) => `-c ${name}=${value}`).join(' ') };
    const config: pg.ClientConfig = {
      connectionString: url,
      // Statements are sent without waiting for the results of earlier ones.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // By this name and the number of its server process a connection is recognized from another one.
      application_name: `colophon-${randomBytes(6).toString('hex')}`,
      // A pooler shares its sessions among clients, so that settings must end with a transaction.
      ...(directUrl === undefined ? ofSession : {}),
      types,
    };
    this.begin = directUrl === undefined ? 'BEGIN' : ['BEGIN', ...set.map(([name, value]) => `SET LOCAL ${name} = '${value}'`)].join('; ');
    this.#pool = new pg.Pool({ ...config, max: connections, connectionTimeoutMillis: WAIT_MS, idleTimeoutMillis: 30_000 });
    this.#watch = new ConnectionWatch(
      directUrl === undefined ? config : { ...config, connectionString: directUrl, ...ofSession },
      () => this.#pool.waitingCount > 0,
      directUrl === undefined,
    );
    // A broken idle connection is replaced at the next use; without a listener it would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      // The same for one that breaks while an idle transaction holds it: its next statement reports the error.
      client.on('error', () => undefined);
      this.#watch.add(client);
    });
    this.#pool.on('release', (_error, client) => this.#watch.allowLong(client, false));
  }

  /** True from the moment that `close` is called. */
  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * How long callers have waited for a connection while no statement on any of them made progress although the server answers, in
   * milliseconds; 0 if nobody waits.
   */
  get stuckMs(): number {
    return this.#watch.stuckMs;
  }

  /** Takes a connection, for a transaction. @throws UnavailableError if none is free for 5 seconds, or after `close` */
  async take(): Promise<pg.PoolClient> {
    if (this.#closing) throw new UnavailableError('The database is closed.');
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw postgresError(error);
    }
  }

  /** Runs one statement on any connection. @throws the error of pg */
  async query<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const client = await this.take();
    let failure: unknown;
    try {
      return await this.send<R>(client, query);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(losesConnection(failure));
    }
  }

  /** Sends a statement on a connection that was taken. @throws the error of pg */
  send<R extends pg.QueryResultRow>(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    return this.#watch.during(client, client.query<R>(query));
  }

  /** Exempts a connection from the limit of a statement's time until it is released. */
  allowLong(client: pg.PoolClient): void {
    this.#watch.allowLong(client, true);
  }

  /** Waits for what is running, for at most five seconds, and closes all connections. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const cut = setTimeout(() => this.#watch.cutAll(), CLOSE_MS);
    await this.#pool.end();
    clearTimeout(cut);
    await this.#watch.close();
  }
}
