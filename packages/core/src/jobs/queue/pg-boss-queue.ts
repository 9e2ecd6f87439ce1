import { PgBoss } from 'pg-boss';
import type { Database } from '../../storage/database.ts';
import { postgresError } from '../../storage/postgres/postgres-errors.ts';
import type { Delivery, JobQueue } from './job-queue.ts';

/** The schema that pg-boss keeps its tables in, and makes and migrates itself. */
const SCHEMA = 'pgboss';
const QUEUE = 'colophon-jobs';
const DAY_SECONDS = 24 * 60 * 60;

export interface PgBossQueueOptions {
  /** Milliseconds without a sign of life after which a worker counts as lost; 30 seconds unless given, 10 at least. */
  readonly lease?: number;
  /** Milliseconds between two looks for lost workers; 5 seconds unless given. */
  readonly lookEvery?: number;
  /** Told of what goes wrong on its own connections. */
  readonly onError?: (error: unknown) => void;
}

/**
 * pg-boss as the queue of PostgreSQL: `SKIP LOCKED` for many workers, signs of life by the clock of the database.
 * It delivers ids and nothing else; how often a job is taken up again is for its record to say.
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

  /** Opens the queue, and makes its tables where there are none. */
  static async open(database: Database, options: PgBossQueueOptions = {}): Promise<PgBossQueue> {
    const { lease = 30_000, lookEvery = 5_000, onError = () => undefined } = options;
    const boss = new PgBoss({
      connectionString: database.url,
      schema: SCHEMA,
      max: 2,
      application_name: 'colophon-jobs',
      // Nothing runs by its own timers: whoever takes deliveries looks for lost workers as well.
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

  /** Has pg-boss look for what is held without a sign of life, now and then and beside everything else: it tidies up as well. */
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

  /** Runs pg-boss's statements in the transaction that the call is in. */
  get #ambient(): { executeSql(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> } {
    return {
      executeSql: async (sql, values = []) => ({ rows: [...(await this.#database.all({ sql, parameters: values }))] }),
    };
  }
}

/** A delivery as pg-boss names it: by an id of its own, and how often it was delivered again. */
function attemptOf({ receipt }: Delivery): { id: string; retryCount: number } {
  const [id = '', retryCount] = receipt.split(' ');
  return { id, retryCount: Number(retryCount) };
}

/** How many deliveries a command of pg-boss was about; its types leave the number out. */
function affected(response: object): number {
  return Number((response as { affected?: unknown }).affected ?? 0);
}
