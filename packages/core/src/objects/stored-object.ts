import type { Call } from '../callers/call.ts';
import { SYSTEM_CALL } from '../callers/call.ts';
import { UsageError, ValidationError } from '../errors/errors.ts';
import { initialValue } from '../fields/field.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import { defaultDatabase } from './default-database.ts';
import type { ObjectDefinition } from './definition.ts';
import { definitionOf, type Hook, HOOKS, ORIGIN, type Origin, originOf, valuesOf } from './origin.ts';
import { deleteObject, saveObject } from './persist.ts';
import { presentValues } from './present.ts';
import { decodeRow } from './rows.ts';

/** What a hook before or after a save is told. Both run inside the transaction of the save. */
export interface SaveContext {
  /** The record is new. */
  readonly created: boolean;
  /** The stored values before the save; undefined when the record is new. */
  readonly previous: Readonly<Record<string, unknown>> | undefined;
  /** The fields that differ from what is stored; before the save, as far as they are known by then. */
  readonly changed: readonly string[];
  readonly database: Database;
  readonly call: Call;
  /** What a hook leaves for a later one of the same save or deletion, by a key of its own. */
  readonly kept: Map<unknown, unknown>;
}

/**
 * One record of an object class. Make classes with `object(fields, options)`.
 *
 * An instance is new until `save()` stores it. Instances read from a collection know their database; one made with
 * `new` uses the process's default database.
 */
export abstract class StoredObject {
  readonly #origin: Origin;

  constructor(data: Readonly<Record<string, unknown>> = {}, origin?: Origin) {
    this.#origin = origin ?? { database: undefined, call: SYSTEM_CALL, row: undefined, stale: false };
    if (!origin?.row) fillIn(this, definitionOf(this), data);
    else if (origin.database) decodeRow(definitionOf(this), origin.database.dialect, data, valuesOf(this));
    else Object.assign(this, data);
  }

  /** Where the instance comes from; the framework's own. */
  get [ORIGIN](): Origin {
    return this.#origin;
  }

  /** The call that this instance acts in; an instance made with `new` acts for the application itself. */
  get call(): Call {
    return this.#origin.call;
  }

  /** Whether the record is stored. */
  get isStored(): boolean {
    return this.#origin.row !== undefined;
  }

  /** The database this instance belongs to. */
  get database(): Database {
    return (this.#origin.database ??= defaultDatabase());
  }

  /** Binds a new instance to its database: the process's default one. Doing it twice does nothing. */
  async initialize(): Promise<this> {
    await this.database.first({ sql: 'SELECT 1', parameters: [] });
    return this;
  }

  /**
   * Stores the record: checks every field, runs the hooks, writes what changed and the audit entry, in one transaction.
   * A save that changes nothing writes nothing and keeps the revision.
   *
   * @throws ValidationError naming every field at fault
   * @throws ConflictError when a unique value is taken, or someone else saved the record since it was read
   */
  async save(): Promise<this> {
    refuseStale(this);
    await saveObject(this);
    return this;
  }

  /** Removes the record, in a transaction with its hooks. */
  async delete(): Promise<void> {
    refuseStale(this);
    await deleteObject(this);
  }

  /** The public fields, as every surface answers them. */
  toJSON(): JsonObject {
    return presentValues(definitionOf(this), this as unknown as Readonly<Record<string, unknown>>);
  }

  /** Runs before the record is checked and written. It may change values; a throw stops the save. */
  protected async beforeSave(_context: SaveContext): Promise<void> {}

  /** Runs after the record is written, in the same transaction; a throw undoes the save. */
  protected async afterSave(_context: SaveContext): Promise<void> {}

  protected async beforeDelete(_context: SaveContext): Promise<void> {}

  protected async afterDelete(_context: SaveContext): Promise<void> {}

  /** How the framework runs a hook; hooks are for subclasses to override and not for others to call. */
  [HOOKS](hook: Hook, context: SaveContext): Promise<void> {
    return this[hook](context);
  }
}

function fillIn(instance: StoredObject, definition: ObjectDefinition, data: Readonly<Record<string, unknown>>): void {
  const values = valuesOf(instance);
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.computed) continue;
    const given = Object.hasOwn(data, name) ? data[name] : undefined;
    if (given !== undefined) values[name] = given;
    else if (name === definition.typeField) values[name] = definition.typeName ?? field.default;
    else values[name] = initialValue(field);
  }
  const given = Object.keys(data);
  originOf(instance).given = given;
  const unknown = given.filter((name) => !Object.hasOwn(definition.fields, name));
  if (unknown.length > 0) {
    throw ValidationError.of(
      unknown.map((name) => ({ pointer: `/${name}`, code: 'unknown_field', detail: `${definition.className} has no field ${name}` })),
    );
  }
}

function refuseStale(instance: StoredObject): void {
  if (!originOf(instance).stale) return;
  throw new UsageError('This instance was part of a transaction that was rolled back; read the record again.');
}
