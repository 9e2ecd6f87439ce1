import type { PriceBook } from './price-book.ts';
import type { PriceTable } from './price-table.ts';

/** Whether prices are the result of `readPrices`. By its method, so that who reads no table does not load the code that does. */
export function isPriceBook(prices: PriceTable | PriceBook | undefined): prices is PriceBook {
  return typeof (prices as { find?: unknown } | undefined)?.find === 'function';
}
