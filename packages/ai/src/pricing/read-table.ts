import type { ModelPrice } from '../interface/client-options.ts';

/** Why an entry of a table is not used as it is. */
export interface PriceProblem {
  kind: string;
  model: string;
  /** `refused`: it has no price here. `cheaper`: it costs less than half of the shipped price, which is kept. */
  outcome: 'refused' | 'cheaper';
  reason: string;
}

/** One price of a table, as it was read. */
export interface PriceEntry {
  kind: string;
  model: string;
  price: ModelPrice;
}

/** What a reader of one format returns. */
export interface ReadTable {
  entries: PriceEntry[];
  problems: PriceProblem[];
  /** The newest day on which the table says that a price was checked. */
  date?: string;
}
