/** The amounts under a key, in millionths of a US dollar. */
export interface SpendingState {
  /** Spent, including reservations whose lease has ended: what they cost is not known, so all of it counts. */
  spent: number;
  /** Reserved for running calls. */
  reserved: number;
}

/** The amount reserved for one attempt of a call. */
export interface StoredReservation {
  /** Random; names the reservation until it is settled. */
  id: string;
  /** Millionths of a US dollar. */
  amount: number;
  /** When its lease ends, in milliseconds since 1970. If it is not settled by then, its process has probably died. */
  expiresAt: number;
}

/**
 * The storage of a {@link SpendingLimit}. Share one between processes to share the limit. Amounts are whole millionths of a US dollar; every
 * method may be called again with the same arguments if its answer was lost, and then changes nothing more.
 */
export interface SpendingStore {
  /**
   * Keeps a reservation and returns `true`, unless the sum of everything spent, everything reserved (whether or not its lease has ended)
   * and `amount` exceeds `ceiling`: then it changes nothing and returns `false`. Must be atomic, or two callers pass where only one should.
   */
  reserve(key: string, reservation: StoredReservation, ceiling: number): boolean | Promise<boolean>;
  /** Removes a reservation and adds `spent` to the amount spent. If there is no such reservation, it changes nothing. */
  settle(key: string, id: string, spent: number): void | Promise<void>;
  /** The state at a time, in milliseconds since 1970. */
  read(key: string, now: number): SpendingState | Promise<SpendingState>;
}

/** A store in the memory of this process. */
export function createMemorySpendingStore(): SpendingStore {
  const accounts = new Map<string, { spent: number; held: number; reservations: Map<string, StoredReservation> }>();
  const account = (key: string): { spent: number; held: number; reservations: Map<string, StoredReservation> } => {
    let entry = accounts.get(key);
    if (entry === undefined) accounts.set(key, (entry = { spent: 0, held: 0, reservations: new Map() }));
    return entry;
  };
  return {
    reserve(key, reservation, ceiling) {
      const current = account(key);
      if (current.reservations.has(reservation.id)) return true;
      if (current.spent + current.held + reservation.amount > ceiling) return false;
      current.reservations.set(reservation.id, reservation);
      current.held += reservation.amount;
      return true;
    },
    settle(key, id, spent) {
      const current = account(key);
      const reservation = current.reservations.get(id);
      if (reservation === undefined) return;
      current.reservations.delete(id);
      current.held -= reservation.amount;
      current.spent += spent;
    },
    read(key, now) {
      const { spent, held, reservations } = account(key);
      let ended = 0;
      for (const { amount, expiresAt } of reservations.values()) if (expiresAt <= now) ended += amount;
      return { spent: spent + ended, reserved: held - ended };
    },
  };
}
