import type { ModelPrice } from '../interface/client-options.ts';
import { findPrice, shippedPrice } from './find-price.ts';
import type { PriceTable } from './price-table.ts';
import { readGenaiPrices } from './read-genai-prices.ts';
import { readLitellmPrices } from './read-litellm-prices.ts';
import type { PriceProblem, ReadTable } from './read-table.ts';
import { invalidInput } from '../errors/errors.ts';

/** Options of {@link readPrices}. */
export interface ReadPricesOptions {
  /** The day of the table, `YYYY-MM-DD`, if the table does not contain it. */
  date?: string;
  /** Whether a price of less than half of the shipped one is believed. Default: no, the shipped one is kept. */
  acceptCheaper?: boolean;
}

/** Amounts that are compared with those shipped. */
const COMPARED = [
  'inputPerMillion',
  'outputPerMillion',
  'perVideoSecond',
  'speechPerMillionCharacters',
  'perSearch',
  'perTranscribedMinute',
] as const;

/** Prices by vendor and model that were read from a public table; the result of {@link readPrices}. */
export class PriceBook {
  readonly source: 'genai-prices' | 'litellm';
  /** The day of the table, if it is known. */
  readonly date: string | undefined;
  /** SHA-256 of the table, in hexadecimal. */
  readonly digest: string;
  /** The entries that are not used as they are, and why. */
  readonly problems: readonly PriceProblem[];
  #tables = new Map<string, Record<string, ModelPrice>>();

  constructor(source: 'genai-prices' | 'litellm', digest: string, table: ReadTable, options: ReadPricesOptions) {
    this.source = source;
    this.digest = digest;
    this.date = options.date ?? table.date;
    const problems = [...table.problems];
    for (const { kind, model, price } of table.entries) {
      const shipped = shippedPrice(kind, model);
      const cheaper = shipped === undefined || options.acceptCheaper === true ? undefined : cheaperAmount(price, shipped);
      if (cheaper !== undefined && shipped !== undefined) problems.push({ kind, model, outcome: 'cheaper', reason: cheaper });
      let models = this.#tables.get(kind);
      if (models === undefined) this.#tables.set(kind, (models = Object.create(null) as Record<string, ModelPrice>));
      models[model] = cheaper === undefined || shipped === undefined ? price : shipped;
    }
    this.problems = problems;
  }

  /** The price of a model, by its own id or by the id without its trailing date. */
  find(kind: string, model: string): ModelPrice | undefined {
    const own = this.#tables.get(kind);
    return own === undefined ? undefined : findPrice({ kind: '', own }, model);
  }

  /** The prices of a vendor's models, for `prices` of a client. */
  of(kind: string): PriceTable {
    return { ...this.#tables.get(kind) };
  }

  /** The vendors with prices. */
  get kinds(): string[] {
    return [...this.#tables.keys()];
  }
}

/**
 * Reads a public table of prices: that of genai-prices (`data.json`, a list of providers) or that of LiteLLM
 * (`model_prices_and_context_window.json`, an object by model). A price that is negative, not a number or in an unknown unit is refused, and
 * so is a price of less than half of the shipped one; `problems` lists them. A price is used for its own model alone: patterns such as
 * "starts with" are not.
 *
 * @example
 * const prices = await readPrices(JSON.parse(await readFile('data.json', 'utf8')), { date: '2026-11-23' });
 * const spending = createSpendingLimit({ maxCost: 5, prices });
 * @throws AIError `INVALID_INPUT` if the table has neither form
 */
export async function readPrices(table: unknown, options: ReadPricesOptions = {}): Promise<PriceBook> {
  if (options.date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(options.date)) throw invalidInput('date must be a day, YYYY-MM-DD.');
  const today = new Date().toISOString().slice(0, 10);
  const digest = await digestOf(table);
  if (Array.isArray(table)) return new PriceBook('genai-prices', digest, readGenaiPrices(table, today), options);
  if (typeof table === 'object' && table !== null) return new PriceBook('litellm', digest, readLitellmPrices(table), options);
  throw invalidInput('The table must be the parsed JSON of genai-prices (a list) or of LiteLLM (an object).');
}

/** SHA-256 of a value as JSON, in hexadecimal. */
export async function digestOf(value: unknown): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value) ?? ''));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function cheaperAmount(price: ModelPrice, shipped: ModelPrice): string | undefined {
  for (const name of COMPARED) {
    const before = shipped[name];
    const now = price[name];
    if (before !== undefined && before > 0 && (now ?? 0) < before / 2)
      return `${name} is ${now ?? 'missing'}, the shipped price is ${before}`;
  }
  return undefined;
}
