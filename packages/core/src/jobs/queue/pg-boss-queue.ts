import { PgBoss } from 'pg-boss';
import type { Database } from '../../storage/database.ts';
import { postgresError } from '../../storage/postgres/postgres-errors.ts';
import type { Delivery, JobQueue } from './job-queue.ts';

/** The schema in which pg-boss creates and migrates its tables. */
const SCHEMA = 'pgboss';
const QUEUE = 'colophon-jobs';
/**
 * Settings of its connections, which pg-boss hands to pg. Its statements are short: one without an answer for this many milliseconds ends with
 * its connection, so that a silent network cannot stop the queue.
 */
const CONNECTIONS = { keepAlive: true, query_timeout: 15_000 };
const DAY_SECONDS = 24 * 60 * 60;

export interface PgBossQueueOptions {
  /** Milliseconds without a heartbeat after which a worker counts as lost; default 30 seconds, at least 10. */
  readonly lease?: number;
  /** Milliseconds between two checks for lost workers; default 5 seconds. */
  readonly lookEvery?: number;
  /** Called with errors of its own connections. */
  readonly onError?: (error: unknown) => void;
}

/**
 * pg-boss as the queue on PostgreSQL: `SKIP LOCKED` for many workers, heartbeats by the clock of the database. It delivers only ids; the
 * job's record decides how often it is resumed.
 */
export class PgBossQueue implements JobQueue {
  readonly holdEvery: number;
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #lookEvery: number;
  readonly #onError: (error: unknown) => void;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  private constructor(database: Database, boss: PgBoss, { lease, lookEvery, onError }: Required<PgBossQueueOptions>) {
    this.#database = database;
    this.#onError = onError;
    this.#boss = boss;
    this.#lookEvery = lookEvery;
    this.holdEvery = lease / 3;
  }

  /** Opens the queue, and creates its tables if necessary. */
  static async open(database: Database, options: PgBossQueueOptions = {}): Promise<PgBossQueue> {
    const { lease = 30_000, lookEvery = 5_000, onError = () => undefined } = options;
    const boss = new PgBoss({
      connectionString: database.directUrl,
      schema: SCHEMA,
      max: 2,
      connectionTimeoutMillis: 5_000,
      ...CONNECTIONS,
      application_name: 'colophon-jobs',
      // Nothing runs on its own timers: taking deliveries also checks for lost workers.
      supervise: false,
      schedule: false,
      monitorIntervalSeconds: Math.max(1, Math.floor(lookEvery / 1000)),
    });
    boss.on('error', onError);
    try {
      await boss.start();
      await boss.createQueue(QUEUE, {
        heartbeatSeconds: Math.ceil(lease / 1000),
        expireInSeconds: DAY_SECONDS,
        retentionSeconds: 365 * DAY_SECONDS,
        retryLimit: 1000,
        retryDelay: 0,
      });
    } catch (error) {
      await boss.stop({ graceful: false }).catch(onError);
      throw postgresError(error);
    }
    return new PgBossQueue(database, boss, { lease, lookEvery, onError });
  }

  async put(jobId: string): Promise<void> {
    await this.#boss.send(QUEUE, { jobId }, { db: this.#ambient });
  }

  async take(limit: number): Promise<Delivery[]> {
    this.#lookForLost();
    const jobs = await this.#boss.fetch<{ jobId: string }>(QUEUE, { batchSize: limit, includeMetadata: true });
    return jobs.map(({ id, retryCount, data }) => ({ jobId: data.jobId, receipt: `${id} ${retryCount}` }));
  }

  async hold(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    const held: Delivery[] = [];
    for (const delivery of deliveries) {
      if (affected(await this.#boss.touch(QUEUE, attemptOf(delivery))) === 1) held.push(delivery);
    }
    return held;
  }

  async remove(delivery: Delivery): Promise<boolean> {
    return affected(await this.#boss.deleteJob(QUEUE, attemptOf(delivery), { db: this.#ambient })) === 1;
  }

  async giveBack(delivery: Delivery): Promise<boolean> {
    const held = await this.remove(delivery);
    if (held) await this.put(delivery.jobId);
    return held;
  }

  async close(): Promise<void> {
    await this.#looking;
    await this.#boss.stop({ graceful: false });
  }

  /** Has pg-boss check for deliveries without a heartbeat from time to time, in the background; it also runs its maintenance. */
  #lookForLost(): void {
    const now = performance.now();
    if (this.#looking || now - this.#looked < this.#lookEvery) return;
    this.#looked = now;
    this.#looking = this.#boss
      .supervise(QUEUE)
      .catch(this.#onError)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Runs pg-boss's statements in the ambient transaction. */
  get #ambient(): { executeSql(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> } {
    return {
      executeSql: async (sql, values = []) => ({ rows: [...(await this.#database.all({ sql, parameters: values }))] }),
    };
  }
}

/** A delivery as pg-boss identifies it: by its own id and its retry count. */
function attemptOf({ receipt }: Delivery): { id: string; retryCount: number } {
  const [id = '', retryCount] = receipt.split(' ');
  return { id, retryCount: Number(retryCount) };
}

/** Returns how many deliveries a pg-boss command affected; its types omit the number. */
function affected(response: object): number {
  return Number((response as { affected?: unknown }).affected ?? 0);
}
