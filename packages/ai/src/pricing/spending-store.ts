/** The amounts spent and reserved under a key, in millionths of a US dollar. */
export interface SpendingState {
  spent: number;
  reserved: number;
}

/**
 * The storage of a {@link SpendingLimit}. Implement it (a database row, a cache key) to share a limit between processes; amounts are whole
 * millionths of a US dollar.
 */
export interface SpendingStore {
  /**
   * Adds `amount` to the reservations and returns `true`, unless the sum of spent, reserved and `amount` exceeds `ceiling`: then it changes
   * nothing and returns `false`. Must be atomic, or two callers pass where only one should.
   */
  reserve(key: string, amount: number, ceiling: number): boolean | Promise<boolean>;
  /** Subtracts `reserved` from the reservations and adds `spent` to the spent amount. */
  settle(key: string, reserved: number, spent: number): void | Promise<void>;
  read(key: string): SpendingState | Promise<SpendingState>;
}

/** A store in the memory of this process. */
export function createMemorySpendingStore(): SpendingStore {
  const states = new Map<string, SpendingState>();
  const state = (key: string): SpendingState => {
    let entry = states.get(key);
    if (entry === undefined) states.set(key, (entry = { spent: 0, reserved: 0 }));
    return entry;
  };
  return {
    reserve(key, amount, ceiling) {
      const current = state(key);
      if (current.spent + current.reserved + amount > ceiling) return false;
      current.reserved += amount;
      return true;
    },
    settle(key, reserved, spent) {
      const current = state(key);
      current.reserved = Math.max(0, current.reserved - reserved);
      current.spent += spent;
    },
    read: (key) => ({ ...state(key) }),
  };
}
