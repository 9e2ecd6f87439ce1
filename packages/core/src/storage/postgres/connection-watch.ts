import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Between two looks, in milliseconds. */
const LOOK_MS = 500;
/** Statements without an answer for this long are looked at, in milliseconds. */
const SILENT_MS = 2_000;
/** How long a connection for looking may take to open and to answer, in milliseconds. */
const ANSWER_MS = 1_000;
/** How long a statement may wait for an answer while the server cannot be reached, in milliseconds. */
const UNREACHABLE_MS = 15_000;
/** The longest that a statement may take, in milliseconds: more than the `statement_timeout` of the server. */
const LONGEST_MS = 65_000;
/** How long a closed connection may take to say goodbye, in milliseconds. */
const GOODBYE_MS = 1_000;

/** A connection under watch. */
interface Watched {
  readonly client: pg.PoolClient;
  readonly stream: Duplex & { readonly bytesRead: number };
  /** The number of statements without an answer. */
  pending: number;
  /** When it last made progress, and how many bytes it had received. */
  since: number;
  bytes: number;
  /** The progress that it had made when the server was found not to be working for it. */
  suspected: number | undefined;
  isLong: boolean;
}

/** What the server says of one of its processes. */
interface Backend {
  readonly pid: number;
  readonly state: string | null;
  readonly wait: string | null;
}

/**
 * Finds connections that will never answer, and cuts them, so that their statements fail and the pool replaces them.
 *
 * A silent network looks like a slow statement, and a server limits only what reaches it. So, if a statement has no answer for two seconds, a
 * new connection asks the server what it is doing for the old one: if it is not working on a statement, or waits for somebody to take the
 * answer, twice in a row, then the connection is dead. While no new connection can be made, nothing is cut for a quarter of a minute: a
 * network that comes back may still deliver.
 */
export class ConnectionWatch {
  readonly #config: pg.ClientConfig;
  readonly #isAwaited: () => boolean;
  readonly #knowsProcesses: boolean;
  readonly #watched = new Map<pg.PoolClient, Watched>();
  readonly #timer: NodeJS.Timeout;
  #looking = false;
  /** The connection for looking, which is kept while statements are silent. */
  #looker: pg.Client | undefined;
  /** When any statement last had an answer. */
  #progress = performance.now();
  /** When the server last answered a look. */
  #answered = Number.NEGATIVE_INFINITY;

  /**
   * @param config how to connect to the server
   * @param isAwaited whether anybody waits for a connection
   * @param knowsProcesses whether the connections are to the server itself; through a pooler nobody knows what it does for one of them, and
   * only those are cut that wait longer than any statement may take
   */
  constructor(config: pg.ClientConfig, isAwaited: () => boolean, knowsProcesses: boolean) {
    this.#knowsProcesses = knowsProcesses;
    this.#config = config;
    this.#isAwaited = isAwaited;
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** How long somebody has waited and no statement has had an answer although the server answers, in milliseconds. */
  get stuckMs(): number {
    const now = performance.now();
    return !this.#isAwaited() || now - this.#answered > ANSWER_MS + SILENT_MS ? 0 : now - this.#progress;
  }

  /** Watches a new connection until it is closed. */
  add(client: pg.PoolClient): void {
    const stream = streamOf(client);
    this.#watched.set(client, { client, stream, pending: 0, since: 0, bytes: 0, suspected: undefined, isLong: false });
    stream.once('close', () => this.#watched.delete(client));
  }

  /** Watches a connection while this statement has no answer. */
  async during<T>(client: pg.PoolClient, statement: Promise<T>): Promise<T> {
    const watched = this.#watched.get(client);
    if (watched === undefined) return statement;
    if (watched.pending === 0) watched.since = performance.now();
    watched.pending += 1;
    try {
      return await statement;
    } finally {
      watched.pending -= 1;
      this.#progress = watched.since = performance.now();
    }
  }

  /** Exempts a connection from the limit of a statement's time, or ends that. */
  allowLong(client: pg.PoolClient, isLong: boolean): void {
    const watched = this.#watched.get(client);
    if (watched) watched.isLong = isLong;
  }

  /** Cuts all connections: what waits for an answer fails. */
  cutAll(): void {
    for (const watched of this.#watched.values()) cut(watched);
  }

  /** Ends the watch; connections that are still open a second later are cut. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#dismissLooker();
    // The process must not stay alive for a peer that does not answer the goodbye.
    const cutting = setTimeout(() => this.cutAll(), GOODBYE_MS);
    for (const { stream } of this.#watched.values()) stream.once('close', () => this.#watched.size === 0 && clearTimeout(cutting));
    if (this.#watched.size === 0) clearTimeout(cutting);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    const silent = [...this.#watched.values()].filter((each) => isSilent(each, now));
    if (silent.length === 0 && !this.#isAwaited()) return this.#dismissLooker();
    const isUnreachable = now - this.#answered > UNREACHABLE_MS;
    for (const each of silent) {
      const silence = now - each.since;
      if ((silence > LONGEST_MS && !each.isLong) || (silence > UNREACHABLE_MS && isUnreachable)) cut(each);
    }
    if (this.#looking) return;
    this.#looking = true;
    try {
      const backends = await this.#ask(silent);
      this.#answered = performance.now();
      if (backends) await this.#judge(silent, backends);
    } catch (error) {
      // The next look tries again. A refusal, for instance because there are too many connections, is an answer as well.
      if (error instanceof pg.DatabaseError) this.#answered = performance.now();
      this.#dismissLooker();
    } finally {
      this.#looking = false;
    }
  }

  /** Asks the server what it does for these connections; undefined if a proxy between them hides their numbers. */
  async #ask(silent: readonly Watched[]): Promise<ReadonlyMap<number, Backend> | undefined> {
    const looker = (this.#looker ??= await this.#connect());
    const { rows } = await looker.query<Backend & { own: number }>(
      `SELECT pid, state, wait_event_type AS wait, pg_backend_pid() AS own FROM pg_stat_activity
       WHERE application_name = $1 AND pid = ANY ($2) OR pid = pg_backend_pid()`,
      [this.#config.application_name, silent.map(({ client }) => pidOf(client))],
    );
    return this.#knowsProcesses && rows[0]?.own === pidOf(looker) ? new Map(rows.map((row) => [row.pid, row])) : undefined;
  }

  async #judge(silent: readonly Watched[], backends: ReadonlyMap<number, Backend>): Promise<void> {
    const dead: Watched[] = [];
    for (const each of silent) {
      const backend = backends.get(pidOf(each.client));
      const isWorking = backend?.state === 'active' && backend.wait !== 'Client';
      if (isWorking) each.suspected = undefined;
      else if (each.suspected === each.since && each.pending > 0) dead.push(each);
      else each.suspected = each.since;
    }
    if (dead.length === 0) return;
    for (const each of dead) cut(each);
    // Their transactions hold locks as long as the server has not noticed.
    await this.#looker?.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid = ANY ($2)', [
      this.#config.application_name,
      dead.map(({ client }) => pidOf(client)),
    ]);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, pipeline: false, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      streamOf(client).destroy();
      throw error;
    }
    return client;
  }

  #dismissLooker(): void {
    const looker = this.#looker;
    this.#looker = undefined;
    if (looker) streamOf(looker).destroy();
  }
}

/** Whether a connection has waited for an answer for two seconds; bytes of an answer that is not complete yet are progress. */
function isSilent(watched: Watched, now: number): boolean {
  const { pending, stream } = watched;
  if (stream.bytesRead !== watched.bytes) {
    watched.bytes = stream.bytesRead;
    watched.since = now;
  }
  return pending > 0 && now - watched.since > SILENT_MS;
}

/** Ends a connection without a goodbye; its statements fail. */
function cut({ stream }: Watched): void {
  stream.destroy(Object.assign(new Error('The connection did not answer.'), { code: 'ETIMEDOUT' }));
}

/** Its socket. */
const streamOf = (client: pg.Client): Watched['stream'] => client.connection.stream as Watched['stream'];
/** The number of the server's process, which the types omit. */
const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;
