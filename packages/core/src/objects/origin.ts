import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../callers/call.ts';
import type { Database, Row } from '../storage/database.ts';
import type { ObjectDefinition } from './definition.ts';
import type { SaveContext, StoredObject } from './stored-object.ts';

/** Where an instance came from. */
export interface Origin {
  database: Database | undefined;
  call: Call;
  /** The row as read from the database; undefined until the record is stored. */
  row: Row | undefined;
  stale: boolean;
  /** The record was created by this instance, rather than read. */
  made?: boolean;
  /** The former values of a deleted record that is created again. */
  was?: { readonly rev: number; readonly created_at: string };
  /** The fields passed to the constructor of a new record. */
  given?: readonly string[];
}

export const ORIGIN = Symbol('origin');
export const HOOKS = Symbol('hooks');

export type Hook = 'beforeSave' | 'afterSave' | 'beforeDelete' | 'afterDelete';

/** Runs one of an instance's hooks. */
export function runHook(instance: StoredObject, hook: Hook, context: SaveContext): Promise<void> {
  return instance[HOOKS](hook, context);
}

/** Returns the database, call and row of an instance. */
export function originOf(instance: StoredObject): Origin {
  return instance[ORIGIN];
}

/** Returns the definition of the instance's class. */
export function definitionOf(instance: StoredObject): ObjectDefinition {
  return (instance.constructor as unknown as { definition: ObjectDefinition }).definition;
}

/** Returns the values of an instance by field. */
export function valuesOf(instance: StoredObject): Record<string, unknown> {
  return instance as unknown as Record<string, unknown>;
}

/** Returns whether two field values are equal; JSON values are compared by content. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other));
}
