import type { Lane } from '../claims/lane.ts';
import type { Database } from '../storage/database.ts';
import { attemptDelivery } from './attempt.ts';
import { type ClaimedDelivery, claimDeliveries, type DueWebhook, dueWebhooks } from './claim-deliveries.ts';
import { adoptDeliveries, deliveryLane } from './delivery-lane.ts';
import { type OnDisabled, type Settlement, settleDeliveries } from './settle-deliveries.ts';

/** The number of concurrent attempts of one process. */
export interface DeliveryLimits {
  /** In total. Default: 32. Half of them are reserved for working webhooks. */
  readonly total: number;
  /** To one webhook. Default: 4; to one whose last attempt failed, 1. */
  readonly perWebhook: number;
}

export interface DelivererOptions {
  readonly onError: (error: unknown) => void;
  readonly onDisabled?: OnDisabled | undefined;
  readonly limits?: Partial<DeliveryLimits> | undefined;
  readonly now?: (() => Date) | undefined;
  /** Returns the milliseconds of a monotonic clock. */
  readonly monotonic?: (() => number) | undefined;
  /** Returns a number from 0 to 1, for jitter. */
  readonly random?: (() => number) | undefined;
}

const DEFAULT_LIMITS: DeliveryLimits = { total: 32, perWebhook: 4 };
/** Results within this time are written together, in milliseconds. */
const GATHER_MS = 15;

/**
 * Attempts due deliveries, with as many concurrent attempts as the limits allow. Each turn writes the results of earlier attempts and
 * claims the next ones, in one short transaction, so that many deliveries do not block other writers. A receiver that does not respond only
 * occupies a few slots.
 */
export class Deliverer {
  readonly #database: Database;
  readonly #options: DelivererOptions;
  readonly #limits: DeliveryLimits;
  readonly #lane: Lane;
  readonly #underWay = new Map<ClaimedDelivery, Promise<void>>();
  readonly #stopping = new AbortController();
  /** The last time a delivery of each webhook was claimed by this process: the one that waited longest is first. */
  readonly #served = new Map<string, number>();
  #settlements: Settlement[] = [];
  #turns = 0;
  #turn: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;
  #hasAdopted = false;

  constructor(database: Database, options: DelivererOptions) {
    [this.#database, this.#options] = [database, options];
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { now, monotonic } = options;
    this.#lane = deliveryLane(database, { clock: now && (() => now().getTime()), monotonic });
  }

  /** Starts due deliveries; resolves once they have started. Waits for a running turn. */
  async deliver(): Promise<void> {
    await this.#turn;
    this.#turn ??= this.#makeTurn().finally(() => (this.#turn = undefined));
    await this.#turn;
  }

  /** Resolves once nothing is running and nothing is due; for tests and commands. */
  async drain(): Promise<void> {
    for (;;) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      await this.deliver();
      if (this.#underWay.size === 0 && this.#settlements.length === 0) return;
      if (this.#underWay.size > 0) await Promise.race(this.#underWay.values());
    }
  }

  /** Stops claiming, gives attempts `grace` milliseconds to finish, and releases the rest. */
  async stop(grace: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const timer = setTimeout(() => this.#stopping.abort(new Error('The application stops.')), grace);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
    clearTimeout(timer);
    await this.deliver();
  }

  async #makeTurn(): Promise<void> {
    const now = this.#now();
    this.#turns += 1;
    // While it stops, nothing is read: the database may not answer any more.
    const due = this.#free() > 0 ? await this.#due(now) : [];
    const settled = this.#settlements.splice(0);
    if (settled.length === 0 && due.length === 0) return;
    let claimed: ClaimedDelivery[];
    try {
      claimed = await this.#database.transaction(async () => {
        await this.#database.lock('webhook_deliveries');
        const { onDisabled, random = Math.random } = this.#options;
        await settleDeliveries(this.#database, settled, { lane: this.#lane, now, random, onDisabled });
        const found: ClaimedDelivery[] = [];
        for (const [webhook, limit] of this.#shares(due))
          found.push(...(await claimDeliveries({ database: this.#database, lane: this.#lane }, webhook, limit, now)));
        return found;
      });
    } catch (error) {
      // Known results are written by the next turn.
      this.#settlements.unshift(...settled);
      throw error;
    }
    for (const delivery of claimed) {
      this.#served.set(delivery.webhookId, this.#turns);
      this.#underWay.set(delivery, this.#attempt(delivery));
    }
  }

  /** Returns the webhooks with due deliveries, after taking in, once, what waits without a place in the lane. */
  async #due(now: Date): Promise<DueWebhook[]> {
    if (!this.#hasAdopted) await adoptDeliveries(this.#database, this.#lane);
    this.#hasAdopted = true;
    await this.#lane.freeLost();
    return dueWebhooks(this.#database, this.#lane, now);
  }

  /** Returns how many deliveries each webhook may claim: one each in turn, longest waiting first, until all slots are taken. */
  #shares(due: readonly DueWebhook[]): Map<DueWebhook, number> {
    const shares = new Map<DueWebhook, number>();
    const counts = this.#counts();
    let [free, freeForFailing] = [this.#free(), Math.ceil(this.#limits.total / 2) - counts.failing];
    const waiting = due.toSorted((one, other) => (this.#served.get(one.id) ?? 0) - (this.#served.get(other.id) ?? 0));
    for (let isTaking = true; isTaking && free > 0;) {
      isTaking = false;
      for (const webhook of waiting) {
        const share = shares.get(webhook) ?? 0;
        const bound = webhook.isFailing ? 1 : this.#limits.perWebhook;
        if (free === 0 || (counts.of.get(webhook.id) ?? 0) + share >= bound || (webhook.isFailing && freeForFailing === 0)) continue;
        shares.set(webhook, share + 1);
        free -= 1;
        if (webhook.isFailing) freeForFailing -= 1;
        isTaking = true;
      }
    }
    return shares;
  }

  #counts(): { of: Map<string, number>; failing: number } {
    const of = new Map<string, number>();
    let failing = 0;
    for (const { webhookId, isFailing } of this.#underWay.keys()) {
      of.set(webhookId, (of.get(webhookId) ?? 0) + 1);
      if (isFailing) failing += 1;
    }
    return { of, failing };
  }

  #free(): number {
    return this.#isStopping ? 0 : this.#limits.total - this.#underWay.size;
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const context = { database: this.#database, now: this.#now(), signal: this.#stopping.signal };
    const outcome = await attemptDelivery(delivery.receiver, delivery.event, context).catch(() => undefined);
    this.#settlements.push({ delivery, outcome });
    this.#underWay.delete(delivery);
    if (this.#isStopping || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.deliver().catch(this.#options.onError);
    }, GATHER_MS).unref();
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }
}
