import { type Claim, claims, type Lane, type LaneOptions } from '../../claims/lane.ts';
import type { Database } from '../../storage/database.ts';
import { lockJobs } from '../change-job.ts';
import { JOBS_TABLE } from '../stored-job.ts';
import type { Delivery, JobQueue } from './job-queue.ts';

/** Milliseconds without a heartbeat after which a worker counts as lost. */
const LEASE_MS = 30_000;

/** A delivery that the lane knows by its claim. */
interface ClaimedDelivery extends Delivery {
  readonly claim: Claim;
}

/** The queue of jobs in the application's own database: the lane `jobs`. */
export class ClaimsQueue implements JobQueue {
  readonly holdEvery: number;
  readonly #database: Database;
  readonly #lane: Lane;

  constructor(database: Database, options: Partial<LaneOptions> = {}) {
    this.#database = database;
    this.#lane = claims(database, 'jobs', { lease: LEASE_MS, ...options });
    this.holdEvery = this.#lane.holdEvery;
  }

  async put(jobId: string): Promise<void> {
    await this.#lane.put([{ id: jobId }]);
  }

  async take(limit: number): Promise<Delivery[]> {
    return (await this.#lane.take(limit)).map(deliveryOf);
  }

  async hold(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    const held = new Set(await this.#lane.hold(deliveries.map(claimOf)));
    return deliveries.filter((delivery) => held.has(claimOf(delivery)));
  }

  async remove(delivery: Delivery): Promise<boolean> {
    return (await this.#lane.settle([claimOf(delivery)])).length === 1;
  }

  async giveBack(delivery: Delivery): Promise<boolean> {
    return (await this.#lane.settle([claimOf(delivery)], { again: 0, isUncounted: true })).length === 1;
  }

  async adopt(): Promise<void> {
    const { builder } = this.#database.dialect;
    const lost = builder
      .selectFrom(JOBS_TABLE)
      .select('jobId')
      .where('status', 'in', ['queued', 'running'])
      .where((each) => each.not(this.#lane.lists(`${JOBS_TABLE}.jobId`)))
      .orderBy('jobId');
    await this.#database.transaction(async () => {
      // What ends or is submitted meanwhile is not among them.
      await lockJobs(this.#database);
      const rows = await this.#database.all(lost.compile());
      await this.#lane.put(rows.map((row) => ({ id: String(row['jobId']) })));
    });
  }

  async close(): Promise<void> {
    // It has no connection of its own.
  }
}

function deliveryOf(claim: Claim): ClaimedDelivery {
  return { jobId: claim.id, receipt: claim.receipt, claim };
}

function claimOf(delivery: Delivery): Claim {
  return (delivery as ClaimedDelivery).claim;
}
