import type { ModelPrice } from '../interface/client-options.ts';
import { checkNames, notConfigured, type Names } from '../errors/check-names.ts';
import type { PriceTable } from './price-table.ts';

type Amount = Exclude<keyof ModelPrice, 'long' | 'next' | 'perImage' | 'factors'>;

const amounts: Names<Pick<ModelPrice, Amount>> = {
  inputPerMillion: true,
  outputPerMillion: true,
  cachedInputPerMillion: true,
  cacheWritePerMillion: true,
  cacheWriteHourPerMillion: true,
  contextTokens: true,
  perWebSearch: true,
  perVideoSecond: true,
  speechPerMillionCharacters: true,
  perSearch: true,
  perTranscribedMinute: true,
};
const required: readonly string[] = ['inputPerMillion', 'outputPerMillion'];

/**
 * Validates a table of prices: a misspelt name or a string would otherwise make every cost unknown or `NaN`.
 *
 * @throws AIError `NOT_CONFIGURED` naming the invalid price
 */
export function checkPrices(prices: PriceTable | undefined): void {
  for (const [model, price] of Object.entries(prices ?? {})) checkPrice(price, `prices['${model.slice(0, 80)}']`);
}

function checkPrice(price: unknown, field: string): void {
  if (typeof price !== 'object' || price === null) throw notConfigured(`${field} must be an object of US dollars.`);
  const { long, next, perImage, factors, ...basePrices } = price as ModelPrice;
  const { aboveTokens, perImage: _images, factors: _factors, ...longAmounts } = (long ?? {}) as Partial<NonNullable<ModelPrice['long']>>;
  const { from, ...nextAmounts } = (next ?? {}) as Partial<NonNullable<ModelPrice['next']>>;
  checkAmounts(basePrices, field);
  checkNumbers(typeof perImage === 'number' ? { '': perImage } : perImage, `${field}.perImage`);
  checkNumbers(factors, `${field}.factors`);
  if (long !== undefined) {
    checkAmounts({ ...longAmounts, aboveTokens }, `${field}.long`, { ...amounts, aboveTokens: true }, [...required, 'aboveTokens']);
  }
  if (next === undefined) return;
  if (typeof from !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(from)) throw notConfigured(`${field}.next.from must be a day, YYYY-MM-DD.`);
  checkPrice(nextAmounts, `${field}.next`);
}

function checkAmounts(prices: object, field: string, names: Readonly<Record<string, true>> = amounts, needed = required): void {
  checkNames(prices, names, `${field}.`, notConfigured);
  for (const name of Object.keys(names)) {
    const amount = (prices as Record<string, unknown>)[name];
    if (amount === undefined && !needed.includes(name)) continue;
    if (typeof amount === 'number' && Number.isFinite(amount) && amount >= 0) continue;
    throw notConfigured(`${field}.${name} must be a finite number, not below 0; use 0 if it is free.`);
  }
}

/** Amounts by a name of the caller's own: a size, or an option and its value. */
function checkNumbers(amounts: unknown, field: string): void {
  if (amounts === undefined) return;
  const entries = typeof amounts === 'object' && amounts !== null ? Object.entries(amounts) : [];
  if (entries.length === 0) throw notConfigured(`${field} must be a number, or numbers by name.`);
  for (const [name, amount] of entries) {
    if (typeof amount === 'number' && Number.isFinite(amount) && amount >= 0) continue;
    throw notConfigured(`${field}${name === '' ? '' : `['${name.slice(0, 40)}']`} must be a finite number, not below 0.`);
  }
}
