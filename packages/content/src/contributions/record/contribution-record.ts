import { type Call, type Database, makeCall, type StoredObject, SYSTEM, type ValuesOf } from '@colophon/core';
import type { contributionFields } from './contribution-fields.ts';
import type { ContributionAction } from './states.ts';

/** The values that are written to a contribution. */
export type ContributionValues = ValuesOf<typeof contributionFields> & { tenantId: string | null };

/** The fields of a contribution, without its class. */
export type ContributionFields = StoredObject & ContributionValues & { id: string; rev: number; created_at: string; updated_at: string };

/** A contribution as its actions change it, without its class. */
export interface ContributionRecord extends ContributionFields {
  /** Runs an action on the current state, under the lock of the contribution. */
  act(action: ContributionAction, call: Call, work: (fresh: this) => Promise<unknown>): Promise<this>;
  /** Locks the contribution until the ambient transaction ends, and reads its current state. @throws NotFoundError */
  lockAndRead(call: Call): Promise<this>;
  /** Sets fields that only actions can set, and saves. */
  move(changes: Readonly<Partial<ContributionValues>>): Promise<this>;
  /** Withdraws the contribution. @throws ConflictError `contribution_state` */
  withdrawAction(input: { readonly reason?: string | null | undefined }, call: Call): Promise<ContributionRecord>;
}

/** The collection of contributions, without its class. */
export interface ContributionCollection<C extends ContributionRecord = ContributionRecord> {
  readonly database: Database;
  readonly call: Call;
  make(values: Readonly<Partial<ContributionValues>>): C;
  get(id: string): Promise<C | undefined>;
  getForUpdate(id: string): Promise<C | undefined>;
  /** @throws NotFoundError */
  require(id: string): Promise<C>;
}

/** Returns the collection with the permissions of the application itself. */
export function asApplication<C extends ContributionRecord>(contributions: ContributionCollection<C>): ContributionCollection<C> {
  const Class = contributions.constructor as new (database: Database, call: Call) => ContributionCollection<C>;
  return new Class(contributions.database, makeCall({ ...contributions.call, caller: SYSTEM }));
}
