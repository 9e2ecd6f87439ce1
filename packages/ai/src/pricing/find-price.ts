import type { ModelPrice } from '../interface/client-options.ts';
import type { TokenUsage } from '../interface/responses.ts';
import { priceTable, type PriceTable } from './price-table.ts';

/** A date at the end of a model id: `-2025-04-14`, `-20250414`, `@20250414`. */
const DATED = /(?:[-@]\d{4}-\d{2}-\d{2}|[-@]\d{8})$/;

/** The sources of prices: the caller's own first, then the library's. */
export interface PriceSource {
  kind: string;
  own: PriceTable | undefined;
}

/**
 * Finds the price of a model: by its own id, or by the id without its trailing date. The price of another model is never used, nor an
 * expired one.
 */
export function findPrice(source: PriceSource, model: string, today = new Date()): ModelPrice | undefined {
  const names = [model, model.replace(DATED, '')];
  for (const table of [source.own, priceTable[source.kind]]) {
    for (const name of names) if (table !== undefined && Object.hasOwn(table, name)) return onDay(table[name] as ModelPrice, today);
  }
  return undefined;
}

/** The library's own price of a model on this day. */
export function shippedPrice(kind: string, model: string): ModelPrice | undefined {
  return findPrice({ kind, own: undefined }, model);
}

function onDay(price: ModelPrice, today: Date): ModelPrice {
  return price.next !== undefined && today.toISOString().slice(0, 10) >= price.next.from ? price.next : price;
}

/**
 * The cost of a call, in US dollars.
 *
 * @param factor what its options multiply the price by; a discount is not counted, because a vendor may withhold it
 */
export function costOf(usage: TokenUsage, price: ModelPrice, factor = 1): number {
  const rate = price.long !== undefined && usage.promptTokens > price.long.aboveTokens ? price.long : price;
  const cached = usage.cachedTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const hour = Math.min(usage.cacheWriteHourTokens ?? 0, written);
  const cost =
    (usage.promptTokens - cached - written) * rate.inputPerMillion +
    cached * (rate.cachedInputPerMillion ?? rate.inputPerMillion) +
    (written - hour) * (rate.cacheWritePerMillion ?? rate.inputPerMillion) +
    hour * hourPrice(rate) +
    usage.completionTokens * rate.outputPerMillion;
  return (cost / 1_000_000) * Math.max(1, factor) + (usage.webSearches ?? 0) * (price.perWebSearch ?? 0);
}

/** The price of a million tokens written to the cache for an hour: vendors that charge for writing charge twice the input. */
export function hourPrice(rate: Omit<ModelPrice, 'long' | 'next'>): number {
  const { inputPerMillion, cacheWritePerMillion, cacheWriteHourPerMillion } = rate;
  if (cacheWriteHourPerMillion !== undefined) return cacheWriteHourPerMillion;
  const isCharged = cacheWritePerMillion !== undefined && cacheWritePerMillion > inputPerMillion;
  return isCharged ? Math.max(cacheWritePerMillion, inputPerMillion * 2) : (cacheWritePerMillion ?? inputPerMillion);
}
