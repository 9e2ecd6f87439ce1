import { AIError } from '../errors/errors.ts';
import type { ModelDrift, Spending, SpendingStatus } from '../interface/spending.ts';
import { positive } from '../limits/ceilings.ts';
import { checkNames, notConfigured, type Names } from '../errors/check-names.ts';
import { checkPrices } from './check-prices.ts';
import { DriftRecord } from './drift.ts';
import { isPriceBook } from './is-price-book.ts';
import type { PriceBook } from './price-book.ts';
import { priceTableDate, priceTableDigest, type PriceTable } from './price-table.ts';
import { Settlements, within } from './settlements.ts';
import { createMemorySpendingStore, type SpendingState, type SpendingStore } from './spending-store.ts';

const MICRO = 1_000_000;
const STORE_TIMEOUT = 5000;
/** How long a reservation outlives the deadline of its call, so that its settlement can be repeated. */
const GRACE = 120_000;
/** Models without a price that are remembered for `status()`. */
const MOST_UNPRICED = 100;
const names: Names<SpendingLimitOptions> = {
  maxCost: true,
  key: true,
  store: true,
  storeTimeout: true,
  prices: true,
  neutralOptions: true,
};

/** The options of a {@link SpendingLimit}. */
export interface SpendingLimitOptions {
  /** The spending ceiling, in US dollars. */
  maxCost: number;
  /**
   * The name of the account in the store. A function is called for each call, so that a limit can restart each month: `() => new
   * Date().toISOString().slice(0, 7)`. Default `default`.
   */
  key?: string | (() => string);
  /** The store of the account. Default: the memory of this process. */
  store?: SpendingStore;
  /** Milliseconds that a call waits for the store before it is refused. Default 5000. */
  storeTimeout?: number;
  /** Prices by model, or a table read by `readPrices`, which override those of a client and of the library. */
  prices?: PriceTable | PriceBook;
  /** Vendor-specific options (`providerOptions`) that do not change the price, and that this library does not know. */
  neutralOptions?: readonly string[];
}

/** The amount reserved for one call. */
export interface Reservation {
  id: string;
  key: string;
  /** Millionths of a US dollar. */
  amount: number;
}

/**
 * A ceiling in US dollars over any number of calls and clients: pass one object to all of them as `spending`.
 *
 * Before anything is sent, a call reserves its maximum cost: its input, counted in bytes, at the higher of the input prices, and its whole
 * output ceiling. If that does not fit, the call is refused with `SPENDING_LIMIT_EXCEEDED`; a model, or an option, without a price is
 * refused with `PRICE_UNKNOWN`. After the call, its actual cost replaces the reservation, in the background if the store is slow; if the
 * cost is unknown, or the process has died, the reservation counts as spent. If the store fails, the call is refused.
 *
 * @example
 * const spending = createSpendingLimit({ maxCost: 5 });
 * const ai = await getAI({ type: 'anthropic', spending });
 * await spending.status(); // { maxCost: 5, spent: 0.0021, remaining: 4.9979, … }
 */
export class SpendingLimit implements Spending {
  #ceiling: number;
  #key: string | (() => string);
  #store: SpendingStore;
  #timeout: number;
  #prices: PriceTable | PriceBook | undefined;
  #neutral: ReadonlySet<string>;
  #settlements: Settlements;
  #drift = new DriftRecord();
  #unpriced = new Set<string>();

  constructor(options: SpendingLimitOptions) {
    checkNames(options, names, '', notConfigured);
    if (!isPriceBook(options.prices)) checkPrices(options.prices);
    const { maxCost } = options;
    if (typeof maxCost !== 'number' || !Number.isFinite(maxCost) || maxCost < 0) {
      throw new AIError('maxCost must be a finite number of US dollars, not below 0.', { code: 'AI_LIMIT_INVALID' });
    }
    this.#ceiling = Math.floor(maxCost * MICRO);
    this.#key = options.key ?? 'default';
    this.#store = options.store ?? createMemorySpendingStore();
    this.#timeout = positive('storeTimeout', options.storeTimeout, STORE_TIMEOUT, 1);
    this.#prices = options.prices;
    this.#neutral = new Set(options.neutralOptions);
    this.#settlements = new Settlements(this.#store, this.#timeout);
  }

  /**
   * Returns the state of the limit. Settlements of this process that still run are waited for, at most as long as for the store.
   *
   * @throws AIError `SPENDING_STORE_FAILED` if the store fails or does not answer
   */
  async status(): Promise<SpendingStatus> {
    await this.#settlements.idle(this.#timeout);
    const { spent, reserved } = await this.#ask(() => this.#store.read(this.#account(), Date.now()), readState, 'spending.status()');
    const pricesAgeDays = ageInDays(priceTableDate);
    return {
      maxCost: this.#ceiling / MICRO,
      spent: spent / MICRO,
      reserved: reserved / MICRO,
      remaining: Math.max(0, this.#ceiling - spent - reserved) / MICRO,
      pricesFrom: priceTableDate,
      pricesAgeDays,
      table: this.#table(pricesAgeDays),
      unpriced: [...this.#unpriced],
    };
  }

  /** The models whose vendors report a cost, with the difference to the prices used here, the largest first; in this process. */
  audit(): ModelDrift[] {
    return this.#drift.list();
  }

  /** Waits until the store has recorded what calls cost, at most for a time in milliseconds; before a process ends. */
  flush(timeout: number = this.#timeout): Promise<void> {
    return this.#settlements.idle(timeout);
  }

  /** The limit's own prices. */
  get prices(): PriceTable | PriceBook | undefined {
    return this.#prices;
  }

  /** The vendor-specific options that the caller declares not to change the price. */
  get neutralOptions(): ReadonlySet<string> {
    return this.#neutral;
  }

  /** Remembers a model without a price for `status()`. */
  noteUnpriced(model: string): void {
    if (this.#unpriced.size < MOST_UNPRICED) this.#unpriced.add(model.slice(0, 120));
  }

  /** Compares the cost that a vendor reports with the cost by price. */
  noteDrift(model: string, reported: number, priced: number): void {
    this.#drift.add(model, reported, priced);
  }

  /**
   * Reserves the cost of a call.
   *
   * @param lease milliseconds until the deadline of the call
   * @throws AIError `SPENDING_LIMIT_EXCEEDED` if it does not fit, `SPENDING_STORE_FAILED` if the store fails or does not answer in time.
   */
  async reserve(cost: number, provider: string, lease: number): Promise<Reservation> {
    const reservation = { id: crypto.randomUUID(), key: this.#account(), amount: Math.ceil(cost * MICRO) };
    const { id, key, amount } = reservation;
    const stored = { id, amount, expiresAt: Math.ceil(Date.now() + lease + GRACE) };
    const isHeld = await this.#ask(
      () => this.#store.reserve(key, stored, this.#ceiling),
      readAnswer,
      provider,
      () => {
        // It may have been kept although nobody waits any more.
        void this.#settlements.add(key, id, 0);
      },
    );
    if (isHeld) return reservation;
    throw new AIError(
      `${provider}: this call may cost up to $${cost.toFixed(6)}, which exceeds the remainder of the spending limit of $${this.#ceiling / MICRO}. Lower maxTokens, shorten the input, or raise maxCost.`,
      { code: 'SPENDING_LIMIT_EXCEEDED', provider },
    );
  }

  /**
   * Replaces a reservation by the actual cost; `undefined`: all of it was spent. Returns `undefined` if it is settled, else a promise that
   * tells whether it could be settled in the background.
   */
  settle({ id, key, amount }: Reservation, cost: number | undefined): Promise<boolean> | undefined {
    const isCost = cost !== undefined && Number.isFinite(cost) && cost >= 0;
    return this.#settlements.add(key, id, isCost ? Math.ceil(cost * MICRO) : amount);
  }

  /** Asks the store, for a limited time; `onLate` runs when an answer that nobody waited for arrives. */
  async #ask<T>(work: () => unknown, read: (answer: unknown) => T, provider: string, onLate?: () => void): Promise<T> {
    let running: unknown;
    try {
      running = work();
      return read(running instanceof Promise ? await within(running, this.#timeout) : running);
    } catch {
      if (onLate !== undefined) {
        if (running instanceof Promise) void running.then(onLate, onLate);
        else if (running !== undefined) onLate();
      }
      throw new AIError(`${provider}: the store of the spending limit failed, so nothing was sent.`, {
        code: 'SPENDING_STORE_FAILED',
        provider,
        retryable: true,
      });
    }
  }

  #table(shippedAge: number): SpendingStatus['table'] {
    if (isPriceBook(this.#prices)) {
      const { source, date, digest } = this.#prices;
      return { source, digest, ...(date === undefined ? {} : { date, ageDays: ageInDays(date) }) };
    }
    if (this.#prices !== undefined) return { source: 'own' };
    return { source: 'shipped', date: priceTableDate, ageDays: shippedAge, digest: priceTableDigest };
  }

  #account(): string {
    return typeof this.#key === 'function' ? this.#key() : this.#key;
  }
}

/** @throws TypeError for an answer of a store that is neither yes nor no */
function readAnswer(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  throw new TypeError('The store did not answer whether it reserved the amount.');
}

/** @throws TypeError for amounts that no account can have */
function readState(state: unknown): SpendingState {
  const { spent, reserved } = (state ?? {}) as Partial<SpendingState>;
  const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (isAmount(spent) && isAmount(reserved)) return { spent, reserved };
  throw new TypeError('The store returned an amount that is not a number from 0.');
}

function ageInDays(day: string): number {
  return Math.floor((Date.now() - Date.parse(day)) / 86_400_000);
}

/** Creates a {@link SpendingLimit}. */
export function createSpendingLimit(options: SpendingLimitOptions): SpendingLimit {
  return new SpendingLimit(options);
}
