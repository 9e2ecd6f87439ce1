import { AIError } from '../errors/errors.ts';
import type { ModelPrice } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import { findPrice } from '../pricing/find-price.ts';
import type { Reservation, SpendingLimit } from '../pricing/spending-limit.ts';
import type { ProviderSettings } from './settings.ts';

const none: readonly SpendingLimit[] = [];

/** The maximum cost of one call, and its reservations against the spending limits of the client and of the call. */
export class CallSpending {
  #settings: ProviderSettings;
  #limits: readonly SpendingLimit[];
  #held: { limit: SpendingLimit; reservation: Reservation }[] = [];

  constructor(settings: ProviderSettings, callLimit: SpendingLimit | undefined) {
    this.#settings = settings;
    const own = settings.options.spending;
    const all = callLimit === undefined || callLimit === own ? [own] : [own, callLimit];
    this.#limits = own === undefined && callLimit === undefined ? none : all.filter((limit) => limit !== undefined);
  }

  /** Whether the cost counts against a limit. */
  get isLimited(): boolean {
    return this.#limits.length > 0;
  }

  /** Whether an amount is reserved. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** The price of a model; the library's own table applies only at the vendor's own address. */
  price(model: string): ModelPrice | undefined {
    const { prices, baseUrl } = this.#settings.options;
    if (prices === undefined && baseUrl !== undefined && !this.isLimited) return undefined;
    const kind = baseUrl === undefined ? this.#settings.kind : '';
    for (const { prices: own } of this.#limits) {
      const found = findPrice({ kind: '', own }, model);
      if (found !== undefined) return found;
    }
    return findPrice({ kind, own: prices }, model);
  }

  /**
   * Reserves the maximum cost of the next attempt.
   *
   * @param cost the cost at a price, in US dollars; `undefined` if the price lacks what is needed
   * @throws AIError `PRICE_UNKNOWN`, `SPENDING_LIMIT_EXCEEDED` or `SPENDING_STORE_FAILED`; nothing has been sent then
   */
  async reserve(model: string, cost: (price: ModelPrice) => number | undefined): Promise<void> {
    if (!this.isLimited) return;
    const { kind } = this.#settings;
    const price = this.price(model);
    const worst = price === undefined ? undefined : cost(price);
    if (worst === undefined || !Number.isFinite(worst)) throw priceUnknown(kind, model);
    for (const limit of this.#limits) this.#held.push({ limit, reservation: await limit.reserve(worst, kind) });
  }

  /** Replaces the reservation by the actual cost; `undefined`: the whole reservation counts as spent. */
  async settle(total: number | undefined): Promise<void> {
    const held = this.#held;
    this.#held = [];
    const counted = new Set<SpendingLimit>();
    for (const { limit, reservation } of held) {
      // A call may have several reservations; the first receives the total cost.
      await limit.settle(reservation, total === undefined || !counted.has(limit) ? total : 0);
      counted.add(limit);
    }
  }
}

function priceUnknown(provider: ProviderKind, model: string): AIError {
  return new AIError(
    `${provider}: the price of ${model === '' ? 'this operation' : `'${model}'`} is not known, so the spending limit refuses the call. Specify it in \`prices\`.`,
    { code: 'PRICE_UNKNOWN', provider },
  );
}
