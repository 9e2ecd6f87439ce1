import { AIError } from '../errors/errors.ts';
import { checkNames, notConfigured, type Names } from '../provider/check-names.ts';
import { checkPrices } from './check-prices.ts';
import { priceTableDate, type PriceTable } from './price-table.ts';
import { createMemorySpendingStore, type SpendingStore } from './spending-store.ts';

const MICRO = 1_000_000;
const names: Names<SpendingLimitOptions> = { maxCost: true, key: true, store: true, prices: true };

/** What a {@link SpendingLimit} is made of. */
export interface SpendingLimitOptions {
  /** The most that may be spent, in US dollars. */
  maxCost: number;
  /**
   * Names the account in the store. A function is asked at each call, so that a limit can begin anew each month:
   * `() => new Date().toISOString().slice(0, 7)`. Default `default`.
   */
  key?: string | (() => string);
  /** Where the account is kept. Default: the memory of this process. */
  store?: SpendingStore;
  /** Prices by model, which win over those of a client and of the library. */
  prices?: PriceTable;
}

/** Where a limit stands, in US dollars. */
export interface SpendingStatus {
  maxCost: number;
  spent: number;
  /** Held for calls that are under way. */
  reserved: number;
  /** What may still be reserved. */
  remaining: number;
  /** The day the library's own prices were last held against the vendors' pages. */
  pricesFrom: string;
  /** How many days ago that was. */
  pricesAgeDays: number;
}

/** Money held for one call. */
export interface Reservation {
  key: string;
  /** Millionths of a US dollar. */
  amount: number;
}

/**
 * A ceiling in US dollars over any number of calls and clients: give one object to all of them as `spending`.
 *
 * Before anything is sent, a call reserves what it can cost at most: its input, counted by bytes, at the dearer of the
 * input prices, and its whole output ceiling. What does not fit is refused with `SPENDING_LIMIT_EXCEEDED`, and a model
 * without a price with `PRICE_UNKNOWN`. When the call is over, what it really cost takes the place of the reservation; where
 * nobody says what that was, the reservation itself counts as spent. A store that fails refuses the call.
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

  /** Says where the limit stands. */
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
   * Holds money for a call.
   *
   * @throws AIError `SPENDING_LIMIT_EXCEEDED` when it does not fit, `SPENDING_STORE_FAILED` when the store cannot say.
   */
  async reserve(cost: number, provider: string): Promise<Reservation> {
    const key = this.#account();
    const amount = Math.ceil(cost * MICRO);
    let isHeld: boolean;
    try {
      isHeld = await this.#store.reserve(key, amount, this.#ceiling);
    } catch {
      throw new AIError(`${provider}: the store of the spending limit could not be asked, so nothing was sent.`, {
        code: 'SPENDING_STORE_FAILED',
        provider,
        retryable: true,
      });
    }
    if (isHeld === true) return { key, amount };
    throw new AIError(
      `${provider}: this call may cost up to $${cost.toFixed(6)}, which does not fit into what is left of the spending limit of $${this.#ceiling / MICRO}. Lower maxTokens, shorten the input, or raise maxCost.`,
      { code: 'SPENDING_LIMIT_EXCEEDED', provider },
    );
  }

  /** Puts what a call cost in the place of what was held for it; `undefined`: all of it. */
  async settle({ key, amount }: Reservation, cost: number | undefined): Promise<void> {
    const spent = cost === undefined ? amount : Math.ceil(cost * MICRO);
    try {
      await this.#store.settle(key, amount, spent);
    } catch {
      // What was held stays held: the limit errs on the side of refusing.
    }
  }

  #account(): string {
    return typeof this.#key === 'function' ? this.#key() : this.#key;
  }
}

/** Makes a {@link SpendingLimit}. */
export function createSpendingLimit(options: SpendingLimitOptions): SpendingLimit {
  return new SpendingLimit(options);
}
