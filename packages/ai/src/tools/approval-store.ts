import type { Approval, PendingApproval } from './approval.ts';

/**
 * Where waiting calls and used approvals are kept, so that an approval is used once, whichever process uses it. Implement it with a table
 * to continue loops in other processes.
 */
export interface ApprovalStore {
  /** Keeps a call that waits. Adding the same id again changes nothing. */
  add(pending: PendingApproval): void | Promise<void>;
  /**
   * Marks an approval as used, before its call runs, and returns whether this was its first use. Must be atomic, and must return `false` for
   * an approval that differs from the one that was decided.
   */
  use(approval: Approval): boolean | Promise<boolean>;
}

/** The number of used approvals that a store in memory remembers at least; an approval expires long before it is forgotten. */
const REMEMBERED = 100_000;

/** A store in the memory of this process: calls that wait are in the result of the loop. */
export function createMemoryApprovalStore(): ApprovalStore {
  const used = new Map<string, number>();
  return {
    add: () => undefined,
    use({ id, expiresAt }) {
      if (used.has(id)) return false;
      if (used.size >= REMEMBERED) for (const [old, end] of used) if (end < Date.now()) used.delete(old);
      used.set(id, Date.parse(expiresAt));
      return true;
    },
  };
}
