import type { Call } from '../callers/call.ts';
import type { Database } from '../storage/database.ts';

/** The context of a hook before or after a save. Both run inside the transaction of the save. */
export interface SaveContext {
  /** The record is new. */
  readonly created: boolean;
  /** The stored values before the save; undefined when the record is new. */
  readonly previous: Readonly<Record<string, unknown>> | undefined;
  /** The fields that differ from the stored values; before the save, as far as known. */
  readonly changed: readonly string[];
  readonly database: Database;
  readonly call: Call;
  /** Values passed from a hook to a later one of the same save or deletion, by a key of its own. */
  readonly kept: Map<unknown, unknown>;
}

export const HOOKS = Symbol('hooks');

export type Hook = 'beforeSave' | 'afterSave' | 'beforeDelete' | 'afterDelete';

/** An instance whose hooks the framework can run. */
export interface Hooked {
  [HOOKS](hook: Hook, context: SaveContext): Promise<void>;
}

/** Runs one of an instance's hooks. */
export function runHook(instance: Hooked, hook: Hook, context: SaveContext): Promise<void> {
  return instance[HOOKS](hook, context);
}
