import { AIError } from '../errors/errors.ts';
import type { ModelPrice } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { ProviderOptions } from '../interface/options.ts';
import type { Spending } from '../interface/spending.ts';
import { findPrice } from '../pricing/find-price.ts';
import { isPriceBook } from '../pricing/is-price-book.ts';
import { optionUnpriced, priceFactor, type UnpricedOption } from '../pricing/priced-options.ts';
import type { Reservation, SpendingLimit } from '../pricing/spending-limit.ts';
import type { Deadline } from '../transport/deadline.ts';
import type { ProviderSettings } from './settings.ts';

/** OpenAI takes the tier from the settings of the project then, which may be a dearer one. */
const tierOfProject: ReadonlySet<string> = new Set(['service_tier=auto']);
const noLimits: readonly SpendingLimit[] = [];
/** The names under which the packages of the AI SDK read their options, apart from those of the row; `custom` reads any. */
const packageNames: Readonly<Record<string, readonly string[] | undefined>> = {
  'cloud-platform': ['amazonBedrock', 'anthropic'],
  vertex: ['google', 'vertex'],
  custom: undefined,
};

/** Computes the maximum cost of an attempt at a price; `undefined` if the price lacks what is needed. */
export type WorstCost = (price: ModelPrice, factor: number) => number | UnpricedOption | undefined;

interface Held {
  limit: SpendingLimit;
  reservation: Reservation;
}

/** The maximum cost of one call, and its reservations against the spending limits of the client and of the call. */
export class CallSpending {
  /** What the options of the call multiply its price by. */
  factor = 1;
  #settings: ProviderSettings;
  #limits: readonly SpendingLimit[];
  #held: Held[] = [];

  constructor(settings: ProviderSettings, callLimit: Spending | undefined) {
    this.#settings = settings;
    const own = settings.options.spending;
    const all = callLimit === undefined || callLimit === own ? [own] : [own, callLimit];
    // Another implementation is refused before anything is reserved.
    const limits = all.filter((limit) => limit !== undefined) as readonly unknown[] as readonly SpendingLimit[];
    this.#limits = limits.length === 0 ? noLimits : limits;
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
    const { kind } = this.#settings;
    for (const { prices: own } of this.#limits) {
      const price = isPriceBook(own) ? own.find(kind, model) : findPrice({ kind: '', own }, model);
      if (price !== undefined) return price;
    }
    return findPrice({ kind: baseUrl === undefined ? kind : '', own: prices }, model);
  }

  /**
   * Reserves the maximum cost of the next attempt.
   *
   * @param cost the cost at a price, in US dollars
   * @param options the vendor-specific options of the call, apart from the client's own
   * @param headers those that the client and the call add
   * @throws AIError `PRICE_UNKNOWN`, `SPENDING_LIMIT_EXCEEDED`, `SPENDING_STORE_FAILED`, or why the call was stopped; nothing has been sent
   * then
   */
  async reserve(
    model: string,
    cost: WorstCost,
    deadline: Deadline,
    options: readonly (ProviderOptions | undefined)[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<void> {
    if (!this.isLimited) return;
    const { kind } = this.#settings;
    const price = this.price(model);
    if (price === undefined) throw this.#priceUnknown(model);
    this.factor = this.#factor(price, options, headers);
    const worst = cost(price, this.factor);
    if (typeof worst === 'object') throw optionUnpriced(kind, worst);
    if (worst === undefined || !Number.isFinite(worst) || worst < 0) throw this.#priceUnknown(model);
    const held: Held[] = [];
    try {
      for (const limit of this.#limits) {
        const reserving = limit.reserve(worst, kind, deadline.remaining);
        try {
          held.push({ limit, reservation: await deadline.race(reserving) });
        } catch (failure) {
          // What was reserved for a call that no longer waits is given back.
          void reserving.then(
            (reservation) => limit.settle(reservation, 0),
            () => undefined,
          );
          throw failure;
        }
      }
    } catch (failure) {
      for (const { limit, reservation } of held) void limit.settle(reservation, 0);
      throw failure;
    }
    this.#held.push(...held);
  }

  /**
   * Replaces the reservation by the actual cost; `undefined`: the whole reservation counts as spent. Returns `undefined` if the stores have
   * recorded it, else a promise that tells whether they did in the end.
   */
  settle(total: number | undefined): Promise<boolean> | undefined {
    const reserved = this.#held;
    this.#held = [];
    const counted = new Set<SpendingLimit>();
    const pending: Promise<boolean>[] = [];
    for (const { limit, reservation } of reserved) {
      // A call may have several reservations; the first receives the total cost.
      const settling = limit.settle(reservation, total === undefined || !counted.has(limit) ? total : 0);
      counted.add(limit);
      if (settling !== undefined) pending.push(settling);
    }
    return pending.length === 0 ? undefined : Promise.all(pending).then((all) => all.every(Boolean));
  }

  /** Compares the cost that a vendor reports with the cost by price. */
  noteDrift(model: string, reported: number, priced: number): void {
    for (const limit of this.#limits) limit.noteDrift(model, reported, priced);
  }

  #factor(
    price: ModelPrice,
    options: readonly (ProviderOptions | undefined)[],
    headers: Readonly<Record<string, string>> | undefined,
  ): number {
    const { kind, row } = this.#settings;
    const extra = Object.hasOwn(packageNames, kind) ? packageNames[kind] : [];
    const neutral = new Set(this.#limits.flatMap((limit) => [...limit.neutralOptions]));
    const factor = priceFactor(price, {
      names: extra === undefined ? undefined : [kind, ...row.names, ...extra],
      sets: [this.#settings.options.providerOptions, ...options],
      neutral,
      headers,
      ...(kind === 'general-hosted' ? { unfixed: tierOfProject } : {}),
    });
    if (typeof factor === 'object') throw optionUnpriced(kind, factor);
    return factor;
  }

  #priceUnknown(model: string): AIError {
    for (const limit of this.#limits) limit.noteUnpriced(model);
    return priceUnknown(this.#settings.kind, model);
  }
}

function priceUnknown(provider: ProviderKind, model: string): AIError {
  return new AIError(
    `${provider}: the price of ${model === '' ? 'this operation' : `'${model}'`} is not known, so the spending limit refuses the call. Specify it in \`prices\`.`,
    { code: 'PRICE_UNKNOWN', provider },
  );
}
