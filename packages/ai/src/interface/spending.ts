/** The state of a limit, in US dollars. */
export interface SpendingStatus {
  maxCost: number;
  /** Includes reservations whose lease has ended: what they cost is not known, so all of it counts. */
  spent: number;
  /** Reserved for running calls. */
  reserved: number;
  /** The amount that can still be reserved. */
  remaining: number;
  /** The day on which the library's own prices were last compared with the vendors' pages. */
  pricesFrom: string;
  /** How many days ago that was. */
  pricesAgeDays: number;
  /** The table that is asked first: `own` (the caller's), the format of a table that was read, or `shipped` (the library's own). */
  table: { source: 'own' | 'genai-prices' | 'litellm' | 'shipped'; date?: string; ageDays?: number; digest?: string };
  /** Models that were refused because they have no price, at most 100. */
  unpriced: string[];
}

/** The costs of the calls to one model: as its vendor reports them, and as they are priced here. US dollars. */
export interface ModelDrift {
  model: string;
  /** The calls with both costs. */
  calls: number;
  reported: number;
  priced: number;
  /** `reported / priced`: above 1, the prices used here are too low. Absent if the priced cost is 0. */
  ratio?: number;
}

/** A ceiling in US dollars. Only the result of `createSpendingLimit` is accepted. */
export interface Spending {
  /** What is spent, reserved and left, and by which prices. */
  status(): Promise<SpendingStatus>;
  /** The models whose vendors report a cost, with the difference to the prices used here, the largest first; in this process. */
  audit(): ModelDrift[];
  /** Waits until the store has recorded what calls cost, at most for a time in milliseconds; before a process ends. */
  flush(timeout?: number): Promise<void>;
}
