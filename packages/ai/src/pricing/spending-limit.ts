import { AIError } from '../errors/errors.ts';
import { checkNames, notConfigured, type Names } from '../provider/check-names.ts';
import { checkPrices } from './check-prices.ts';
import { priceTableDate, type PriceTable } from './price-table.ts';
import { createMemorySpendingStore, type SpendingStore } from './spending-store.ts';

const MICRO = 1_000_000;
const names: Names<SpendingLimitOptions> = { maxCost: true, key: true, store: true, prices: true };

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
  /** Prices by model, which override those of a client and of the library. */
  prices?: PriceTable;
}

/** The state of a limit, in US dollars. */
export interface SpendingStatus {
  maxCost: number;
  spent: number;
  /** Reserved for running calls. */
  reserved: number;
  /** The amount that can still be reserved. */
  remaining: number;
  /** The day on which the library's own prices were last compared with the vendors' pages. */
  pricesFrom: string;
  /** How many days ago that was. */
  pricesAgeDays: number;
}

/** The amount reserved for one call. */
export interface Reservation {
  key: string;
  /** Millionths of a US dollar. */
  amount: number;
}

/**
 * A ceiling in US dollars over any number of calls and clients: pass one object to all of them as `spending`.
 *
 * Before anything is sent, a call reserves its maximum cost: its input, counted in bytes, at the higher of the input prices, and its whole
 * output ceiling. If that does not fit, the call is refused with `SPENDING_LIMIT_EXCEEDED`; a model without a price is refused with
 * `PRICE_UNKNOWN`. After the call, its actual cost replaces the reservation; if the cost is unknown, the reservation counts as spent. If
 * the store fails, the call is refused.
 *
 * @example
 * const spending = createSpendingLimit({ maxCost: 5 });
 * const ai = await getAI({ type: 'anthropic', spending });
 * await spending.status(); // { maxCost: 5, spent: 0.0021, remaining: 4.9979, … }
 */
export class SpendingLimit {
  #ceiling: number;
  #key: string | (() => string);
  #store: SpendingStore;
  #prices: PriceTable | undefined;

  constructor(options: SpendingLimitOptions) {
    checkNames(options, names, '', notConfigured);
    checkPrices(options.prices);
    const { maxCost } = options;
    if (typeof maxCost !== 'number' || !Number.isFinite(maxCost) || maxCost < 0) {
      throw new AIError('maxCost must be a finite number of US dollars, not below 0.', { code: 'AI_LIMIT_INVALID' });
    }
    this.#ceiling = Math.floor(maxCost * MICRO);
    this.#key = options.key ?? 'default';
    this.#store = options.store ?? createMemorySpendingStore();
    this.#prices = options.prices;
  }

  /** Returns the state of the limit. */
  async status(): Promise<SpendingStatus> {
    const { spent, reserved } = await this.#store.read(this.#account());
    return {
      maxCost: this.#ceiling / MICRO,
      spent: spent / MICRO,
      reserved: reserved / MICRO,
      remaining: Math.max(0, this.#ceiling - spent - reserved) / MICRO,
      pricesFrom: priceTableDate,
      pricesAgeDays: Math.floor((Date.now() - Date.parse(priceTableDate)) / 86_400_000),
    };
  }

  /** The limit's own prices. */
  get prices(): PriceTable | undefined {
    return this.#prices;
  }

  /**
   * Reserves the cost of a call.
   *
   * @throws AIError `SPENDING_LIMIT_EXCEEDED` if it does not fit, `SPENDING_STORE_FAILED` if the store fails.
   */
  async reserve(cost: number, provider: string): Promise<Reservation> {
    const key = this.#account();
    const amount = Math.ceil(cost * MICRO);
    let isHeld: boolean;
    try {
      isHeld = await this.#store.reserve(key, amount, this.#ceiling);
    } catch {
      throw new AIError(`${provider}: the store of the spending limit failed, so nothing was sent.`, {
        code: 'SPENDING_STORE_FAILED',
        provider,
        retryable: true,
      });
    }
    if (isHeld === true) return { key, amount };
    throw new AIError(
      `${provider}: this call may cost up to $${cost.toFixed(6)}, which exceeds the remainder of the spending limit of $${this.#ceiling / MICRO}. Lower maxTokens, shorten the input, or raise maxCost.`,
      { code: 'SPENDING_LIMIT_EXCEEDED', provider },
    );
  }

  /** Replaces a reservation by the actual cost; `undefined`: all of it was spent. */
  async settle({ key, amount }: Reservation, cost: number | undefined): Promise<void> {
    const spent = cost === undefined ? amount : Math.ceil(cost * MICRO);
    try {
      await this.#store.settle(key, amount, spent);
    } catch {
      // The reservation stays: the limit errs on the side of refusing.
    }
  }

  #account(): string {
    return typeof this.#key === 'function' ? this.#key() : this.#key;
  }
}

/** Creates a {@link SpendingLimit}. */
export function createSpendingLimit(options: SpendingLimitOptions): SpendingLimit {
  return new SpendingLimit(options);
}
