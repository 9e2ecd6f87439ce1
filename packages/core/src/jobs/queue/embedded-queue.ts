import { randomUUID } from 'node:crypto';
import type { Database } from '../../storage/database.ts';
import type { Delivery, JobQueue } from './job-queue.ts';
import { QUEUE_TABLE } from './queue-table.ts';

export interface EmbeddedQueueOptions {
  /** Milliseconds without a heartbeat after which a worker counts as lost; default 30 seconds. */
  readonly lease?: number;
  /** Returns the milliseconds of a monotonic clock. */
  readonly monotonic?: () => number;
}

/** The last observed state of a row, and since when it has been observed. */
interface Sighting {
  readonly holder: string;
  readonly beat: number;
  readonly since: number;
}

/**
 * A queue in a table of the application's own database, shared by all processes that open it.
 *
 * A lease stores no time. Its holder increments a number, and a process that has seen the same number for the length of a lease, by its own
 * monotonic clock, takes the job over. So clocks of different machines are never compared, and changing a clock does not make a worker look
 * dead. A process that starts after a crash waits for one lease.
 */
export class EmbeddedQueue implements JobQueue {
  readonly holdEvery: number;
  readonly #database: Database;
  readonly #lease: number;
  readonly #monotonic: () => number;
  #held = new Set<string>();
  #seen = new Map<string, Sighting>();

  constructor(database: Database, { lease = 30_000, monotonic = () => performance.now() }: EmbeddedQueueOptions = {}) {
    this.#database = database;
    this.#lease = lease;
    this.#monotonic = monotonic;
    this.holdEvery = lease / 3;
  }

  async put(jobId: string): Promise<void> {
    await this.#database.run(this.#builder.insertInto(QUEUE_TABLE).values({ jobId, holder: null, beat: 0 }).compile());
  }

  async take(limit: number): Promise<Delivery[]> {
    const candidates = [...(await this.#free(limit)), ...(await this.#abandoned())];
    if (candidates.length === 0) return [];
    return this.#database.transaction(async () => {
      const taken: Delivery[] = [];
      for (const { jobId, holder, beat } of candidates) {
        if (taken.length === limit) break;
        const receipt = randomUUID();
        const query = this.#builder
          .updateTable(QUEUE_TABLE)
          .set({ holder: receipt, beat: 0 })
          .where('jobId', '=', jobId)
          .where('beat', '=', beat)
          .where('holder', holder === null ? 'is' : '=', holder);
        if ((await this.#database.run(query.compile())) === 1) taken.push({ jobId, receipt });
      }
      for (const { receipt } of taken) this.#held.add(receipt);
      return taken;
    });
  }

  async hold(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    // A delivery that is no longer among them was released, and is handled like any abandoned one.
    this.#held = new Set(deliveries.map(({ receipt }) => receipt));
    if (deliveries.length === 0) return [];
    const query = this.#builder
      .updateTable(QUEUE_TABLE)
      .set((each) => ({ beat: each('beat', '+', 1) }))
      .where('holder', 'in', [...this.#held])
      .returning('holder');
    const rows = await this.#database.transaction(() => this.#database.all(query.compile()));
    const held = new Set(rows.map((row) => row['holder']));
    return deliveries.filter(({ receipt }) => held.has(receipt));
  }

  async remove({ receipt }: Delivery): Promise<boolean> {
    const query = this.#builder.deleteFrom(QUEUE_TABLE).where('holder', '=', receipt);
    return (await this.#database.run(query.compile())) === 1;
  }

  async giveBack({ receipt }: Delivery): Promise<boolean> {
    const query = this.#builder.updateTable(QUEUE_TABLE).set({ holder: null, beat: 0 }).where('holder', '=', receipt);
    return (await this.#database.run(query.compile())) === 1;
  }

  async close(): Promise<void> {
    this.#seen.clear();
  }

  get #builder(): Database['dialect']['builder'] {
    return this.#database.dialect.builder;
  }

  /** Returns the free deliveries, oldest first. */
  async #free(limit: number): Promise<Candidate[]> {
    const query = this.#builder
      .selectFrom(QUEUE_TABLE)
      .select(['jobId', 'holder', 'beat'])
      .where('holder', 'is', null)
      .orderBy('jobId')
      .limit(limit);
    return (await this.#database.all(query.compile())) as unknown as Candidate[];
  }

  /** Returns the held deliveries without a heartbeat since this process started to watch them. */
  async #abandoned(): Promise<Candidate[]> {
    const query = this.#builder.selectFrom(QUEUE_TABLE).select(['jobId', 'holder', 'beat']).where('holder', 'is not', null);
    const held = (await this.#database.all(query.compile())) as unknown as (Candidate & { holder: string })[];
    const rows = held.filter(({ holder }) => !this.#held.has(holder));
    const now = this.#monotonic();
    const seen = new Map<string, Sighting>();
    for (const { jobId, holder, beat } of rows) {
      const before = this.#seen.get(jobId);
      const same = before?.holder === holder && before.beat === beat;
      seen.set(jobId, same ? before : { holder, beat, since: now });
    }
    this.#seen = seen;
    return rows.filter(({ jobId }) => now - (seen.get(jobId)?.since ?? now) >= this.#lease);
  }
}

interface Candidate {
  readonly jobId: string;
  readonly holder: string | null;
  readonly beat: number;
}
