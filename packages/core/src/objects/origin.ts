import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../callers/call.ts';
import type { Database, Row } from '../storage/database.ts';
import type { ObjectDefinition } from './definition.ts';
import type { SaveContext, StoredObject } from './stored-object.ts';

/** What an instance remembers of where it came from. */
export interface Origin {
  database: Database | undefined;
  call: Call;
  /** The row as the database gave it; undefined until the record is stored. */
  row: Row | undefined;
  stale: boolean;
  /** The record was made by this very instance, rather than read. */
  made?: boolean;
  /** What a record that is made again had when it was deleted. */
  was?: { readonly rev: number; readonly created_at: string };
  /** The fields that the constructor of a new record was given. */
  given?: readonly string[];
}

export const ORIGIN = Symbol('origin');
export const HOOKS = Symbol('hooks');

export type Hook = 'beforeSave' | 'afterSave' | 'beforeDelete' | 'afterDelete';

/** Runs one of an instance's hooks. */
export function runHook(instance: StoredObject, hook: Hook, context: SaveContext): Promise<void> {
  return instance[HOOKS](hook, context);
}

/** What the instance remembers of its database, call and row. */
export function originOf(instance: StoredObject): Origin {
  return instance[ORIGIN];
}

/** The definition of the instance's class. */
export function definitionOf(instance: StoredObject): ObjectDefinition {
  return (instance.constructor as unknown as { definition: ObjectDefinition }).definition;
}

/** The values of an instance, field by field. */
export function valuesOf(instance: StoredObject): Record<string, unknown> {
  return instance as unknown as Record<string, unknown>;
}

/** Whether two field values are the same, JSON values by what they hold. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other));
}
