import type { Call } from '../callers/call.ts';
import { nearestField } from '../fields/nearest-field.ts';
import { SYSTEM_CALL } from '../callers/call.ts';
import { UsageError, ValidationError } from '../errors/errors.ts';
import { initialValue } from '../fields/field.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import { defaultDatabase } from './default-database.ts';
import type { ObjectDefinition } from './definition.ts';
import { type Hook, HOOKS, type SaveContext } from './hooks.ts';
import { definitionOf, ORIGIN, type Origin, originOf, portsOf, valuesOf } from './origin.ts';
import { deleteObject, type Persistent, saveObject } from './persist.ts';
import { presentValues } from './present.ts';
import { decodeRow } from './rows.ts';

/**
 * One record of an object class. Create classes with `object(fields, options)`.
 *
 * An instance is new until `save()` stores it. Instances read from a collection know their database; one created with `new` uses the
 * process's default database.
 */
export abstract class StoredObject implements Persistent {
  readonly #origin: Origin;

  constructor(data: Readonly<Record<string, unknown>> = {}, origin?: Origin) {
    this.#origin = origin ?? { database: undefined, call: SYSTEM_CALL, row: undefined, stale: false };
    if (!origin?.row) fillIn(this, definitionOf(this), data);
    else if (origin.database) decodeRow(definitionOf(this), origin.database.dialect, data, valuesOf(this));
    else Object.assign(this, data);
  }

  /** Where the instance comes from; internal to the framework. */
  get [ORIGIN](): Origin {
    return this.#origin;
  }

  /** The call that this instance acts in; an instance created with `new` acts for the application itself. */
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

  /** Binds a new instance to the process's default database. Calling it twice has no effect. */
  async initialize(): Promise<this> {
    await this.database.first({ sql: 'SELECT 1', parameters: [] });
    return this;
  }

  /**
   * Stores the record: validates every field, runs the hooks, writes the changed fields and the audit entry, in one transaction. A save
   * without changes writes nothing and keeps the revision.
   *
   * @throws ValidationError naming every invalid field
   * @throws ConflictError if a unique value is taken, or someone else saved the record since it was read
   */
  async save(): Promise<this> {
    refuseStale(this);
    await saveObject(this);
    return this;
  }

  /** Deletes the record, in a transaction with its hooks. */
  async delete(): Promise<void> {
    refuseStale(this);
    await deleteObject(this);
  }

  /** Returns the public fields, as every surface presents them. */
  toJSON(): JsonObject {
    return presentValues(definitionOf(this), this as unknown as Readonly<Record<string, unknown>>, portsOf(this));
  }

  /** Runs before the record is validated and written. It can change values; an exception aborts the save. */
  protected async beforeSave(_context: SaveContext): Promise<void> {}

  /** Runs after the record is written, in the same transaction; an exception rolls the save back. */
  protected async afterSave(_context: SaveContext): Promise<void> {}

  protected async beforeDelete(_context: SaveContext): Promise<void> {}

  protected async afterDelete(_context: SaveContext): Promise<void> {}

  /** Runs a hook for the framework; hooks are for subclasses to override and not for others to call. */
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
      unknown.map((name) => {
        const detail = `${definition.className} has no field ${name}${nearestField(name, definition.fields)}`;
        return { pointer: `/${name}`, code: 'unknown_field', detail };
      }),
    );
  }
}

function refuseStale(instance: StoredObject): void {
  if (!originOf(instance).stale) return;
  throw new UsageError('This instance was part of a transaction that was rolled back; read the record again.');
}
