/** What was spent under a key, and what is reserved for calls under way, in millionths of a US dollar. */
export interface SpendingState {
  spent: number;
  reserved: number;
}

/**
 * Where a {@link SpendingLimit} keeps its account. Give one of your own (a row of a database, a key of a cache) to share
 * a limit between processes; amounts are whole millionths of a US dollar.
 */
export interface SpendingStore {
  /**
   * Adds `amount` to what is reserved and gives `true`, unless spent, reserved and `amount` together are more than
   * `ceiling`: then it changes nothing and gives `false`. It must be atomic, or two callers pass where one may.
   */
  reserve(key: string, amount: number, ceiling: number): boolean | Promise<boolean>;
  /** Takes `reserved` back and adds `spent` to what was spent. */
  settle(key: string, reserved: number, spent: number): void | Promise<void>;
  read(key: string): SpendingState | Promise<SpendingState>;
}

/** A store in the memory of this process. */
export function createMemorySpendingStore(): SpendingStore {
  const states = new Map<string, SpendingState>();
  const state = (key: string): SpendingState => {
    let found = states.get(key);
    if (found === undefined) states.set(key, (found = { spent: 0, reserved: 0 }));
    return found;
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
