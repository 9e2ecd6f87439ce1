import type { Call } from '../callers/call.ts';
import type { Fields, InputOf, ValuesOf } from '../fields/field.ts';
import type { RelatedRows } from '../planner/planned-table.ts';
import type { Database } from '../storage/database.ts';
import { defineObject } from './define.ts';
import type { ObjectDefinition, ObjectOptions } from './definition.ts';
import { type Origin, portsOf } from './origin.ts';
import { StoredObject } from './stored-object.ts';

/** The framework's fields on instances. */
export type FrameworkValues<O> = (O extends { key: string } ? unknown : { id: string }) &
  (O extends { tenant: true } ? { tenantId: string | null } : unknown) & { rev: number; created_at: string; updated_at: string };

/** The input of the constructor of an object class: the class's own fields, and if applicable the key and tenant. */
export type NewValues<F extends Fields, O> = InputOf<F> &
  (O extends { key: string } ? unknown : { id?: string }) &
  (O extends { tenant: true } ? { tenantId?: string | null } : unknown);

/** A presented record, or the members that its class adds to it. */
export type Presented = Readonly<Record<string, unknown>>;

/** The context of `present`. */
export interface PresentContext {
  readonly database: Database;
  readonly call: Call;
  /** The fields that a list asked for, if it named them: other added members are not returned and need not be looked up. */
  readonly fields?: readonly string[];
}

/** Static members of every object class, whatever its fields. */
export interface ObjectStatics {
  readonly name: string;
  readonly definition: ObjectDefinition;
  readonly tableName: string;
}

/** Static members that an object class can declare. */
export interface DeclaredStatics {
  /** For a subclass: the value of the type field that selects it. */
  readonly typeName?: string;
  readonly operations?: object;
  /**
   * Private fields that `present` needs: they are read with the record, and `columnsBeside` returns them. After a save they are those that
   * were saved: a hook that changes them later must do so by saving the record.
   */
  readonly presentColumns?: readonly string[];
  /**
   * Fields whose value `present` may replace, with the private columns that it needs for that: they are read wherever the field is.
   */
  readonly presentReplaces?: Readonly<Record<string, readonly string[]>>;
  /**
   * Whether other tables have rows of a record, under the names by which `columnsBeside` returns the result: read with the record, so that
   * `present` queries only existing rows.
   */
  readonly presentPresence?: Readonly<Record<string, RelatedRows>>;
  /**
   * Returns the members to add to presented records, one result per record, for a whole page at once to avoid a query per row. The added
   * members are read-only. A member with the name of a field replaces its value in the response.
   */
  present?(records: readonly Presented[], context: PresentContext): Promise<readonly Presented[]>;
}

export interface ObjectClass<F extends Fields, O extends ObjectOptions> extends ObjectStatics {
  new (data?: NewValues<F, O>): StoredObject & ValuesOf<F> & FrameworkValues<O>;
  readonly fields: F;
  readonly options: O;
  /** Creates the base of a subclass that shares the table and has additional fields. */
  extend<Base extends ExtendedFrom, const G extends Fields>(this: Base, fields: G, options?: Partial<ObjectOptions>): Extended<Base, G>;
}

/** A class that a subclass is made from. */
interface ExtendedFrom {
  new (data?: never): StoredObject;
  readonly fields: Fields;
}

/** What the constructor of a class takes. */
type InputFor<Class> = Class extends new (data?: infer Data) => unknown ? NonNullable<Data> : never;

/** The base of a subclass: with everything that its records have, and additional fields. Its operations and its type are its own. */
export type Extended<Base extends ExtendedFrom, G extends Fields> = {
  readonly [Name in Exclude<keyof Base, 'prototype' | 'operations' | 'typeName' | 'fields'>]: Base[Name];
} & { readonly fields: Base['fields'] & G } & (new (data?: InputFor<Base> & InputOf<G>) => InstanceType<Base> & ValuesOf<G>);

/** Any object class, whatever its fields. */
export interface AnyObjectClass extends ObjectStatics, DeclaredStatics {
  new (data?: never): StoredObject;
  readonly fields: Fields;
  readonly options: ObjectOptions;
}

/**
 * Creates the base class of an object: a record is an instance; the table, routes, tools and commands are derived from it.
 *
 * @example
 * class Note extends object({ title: text({ required: true }), done: boolean({ default: false }) }, { table: 'notes', api: true }) {}
 * const note = await new Note({ title: 'Call the mayor' }).save();
 */
export function object<const F extends Fields, const O extends ObjectOptions>(fields: F, options?: O): ObjectClass<F, O> {
  return makeClass(StoredObject as unknown as BaseClass, fields, options ?? {}) as unknown as ObjectClass<F, O>;
}

type BaseClass = new (data?: Readonly<Record<string, unknown>>, origin?: Origin) => StoredObject;

const definitions = new WeakMap<object, ObjectDefinition>();

function makeClass(base: BaseClass, fields: Fields, options: ObjectOptions): BaseClass {
  const made = class extends base {
    static readonly fields = fields;
    static readonly options = options;

    static get definition(): ObjectDefinition {
      const known = definitions.get(this);
      if (known) return known;
      const typeName = Object.hasOwn(this, 'typeName') ? (this as unknown as { typeName: string }).typeName : undefined;
      const definition = defineObject({ className: this.name, fields, options, typeName });
      definitions.set(this, definition);
      return definition;
    }

    static get tableName(): string {
      return this.definition.table;
    }

    static extend(more: Fields, overrides: Partial<ObjectOptions> = {}): BaseClass {
      return makeClass(this as unknown as BaseClass, { ...fields, ...more }, { ...options, ...overrides });
    }
  };
  for (const [name, field] of Object.entries(fields)) {
    const computation = field.computed;
    if (!computation) continue;
    Object.defineProperty(made.prototype, name, {
      configurable: true,
      get(this: StoredObject) {
        return computation.value(this as unknown as Readonly<Record<string, unknown>>, portsOf(this));
      },
    });
  }
  return made;
}

/** Creates an instance from a database row: no defaults are filled in and nothing is validated, since both happened when it was saved. */
export function hydrate(objectClass: AnyObjectClass, values: Readonly<Record<string, unknown>>, origin: Origin): StoredObject {
  return new (objectClass as unknown as BaseClass)(values, origin);
}

/** Creates a new instance that belongs to a database and a call. */
export function instantiate(
  objectClass: AnyObjectClass,
  data: Readonly<Record<string, unknown>>,
  database: Database,
  call: Call,
): StoredObject {
  return new (objectClass as unknown as BaseClass)(data, { database, call, row: undefined, stale: false });
}
