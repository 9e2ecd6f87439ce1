import type { ModelPrice } from '../interface/client-options.ts';
import type { PriceBook } from './price-book.ts';
import { priceTable } from './price-table.ts';
import { shippedPrice } from './find-price.ts';

/** One difference between a table and the prices that are shipped. */
export interface PriceChange {
  kind: string;
  model: string;
  /** The name of the amount; `price` if the model has no price on one side. */
  amount: string;
  /** US dollars; `undefined` if there is none. */
  shipped: number | undefined;
  table: number | undefined;
}

/**
 * What a newer table would change: every amount that differs from the shipped one, the models that would get a price, and those that would
 * have none. Today's prices are compared.
 */
export function comparePrices(book: PriceBook): PriceChange[] {
  const changes: PriceChange[] = [];
  for (const kind of new Set([...book.kinds, ...Object.keys(priceTable)])) {
    const table = book.of(kind);
    for (const model of new Set([...Object.keys(priceTable[kind] ?? {}), ...Object.keys(table)])) {
      const shipped = shippedPrice(kind, model);
      const read = book.find(kind, model);
      if (shipped === undefined || read === undefined) {
        changes.push({ kind, model, amount: 'price', shipped: shipped?.inputPerMillion, table: read?.inputPerMillion });
      } else changes.push(...differences(kind, model, flat(shipped), flat(read)));
    }
  }
  return changes;
}

function differences(kind: string, model: string, shipped: Map<string, number>, table: Map<string, number>): PriceChange[] {
  const names = new Set([...shipped.keys(), ...table.keys()]);
  return [...names].flatMap((amount) => {
    const [before, after] = [shipped.get(amount), table.get(amount)];
    return before === after ? [] : [{ kind, model, amount, shipped: before, table: after }];
  });
}

function flat(price: ModelPrice): Map<string, number> {
  const amounts = new Map<string, number>();
  const add = (value: object, prefix: string): void => {
    for (const [name, amount] of Object.entries(value)) {
      if (typeof amount === 'number') amounts.set(`${prefix}${name}`, amount);
      else if (typeof amount === 'object' && amount !== null && name !== 'next') add(amount as object, `${prefix}${name}.`);
    }
  };
  add(price, '');
  return amounts;
}
