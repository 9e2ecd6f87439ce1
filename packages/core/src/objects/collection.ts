import { type Call, SYSTEM_CALL } from '../callers/call.ts';
import { NotFoundError } from '../errors/errors.ts';
import type { ObjectDefinition } from './definition.ts';
import type { JunctionDefinition } from './junction.ts';
import type { AnyObjectClass } from './object.ts';
import { instantiate } from './object.ts';
import type { Page, Query, RowQuery, ValueCount } from './query.ts';
import { ReadPlan } from './read-plan.ts';
import { type PresentedRow, Reader } from './reader.ts';
import type { StoredObject } from './stored-object.ts';
import { originOf } from './origin.ts';
import { assignValues } from './assign-values.ts';
import type { Database } from '../storage/database.ts';
import type { Filter } from '../queries/filter.ts';
import { openPrepared, type DatabaseOption } from './open-prepared.ts';
import { upsert } from './upsert.ts';

/** The values of an object class, as filters and upserts name them. */
export type StoredValues<T> = Omit<T, keyof StoredObject>;

export interface CollectionOptions {
  /** Subclasses that rows may be; the root class takes every other type. */
  readonly types?: readonly AnyObjectClass[];
  /** The name in routes and slugs, where it is not the table's: a subclass's own collection. */
  readonly name?: string;
  /** Join tables that belong to this object. */
  readonly junctions?: readonly JunctionDefinition[];
  /** Collections whose tables this one refers to, so that it can be used on its own. */
  readonly requires?: () => readonly AnyCollectionClass[];
}

/** Statics that every collection class has. */
export interface CollectionStatics {
  readonly name: string;
  readonly objectClass: AnyObjectClass;
  readonly collectionOptions: CollectionOptions;
}

/** Any collection class, where its object does not matter. */
export interface AnyCollectionClass extends CollectionStatics {
  readonly operations?: object;
  new (database: Database, call?: Call): Collection<StoredObject>;
}

/**
 * The records of one object class in one database, as one call sees them. Make classes with `collection(ObjectClass)`.
 *
 * What a collection reads is bounded by its call: its tenant's rows and global ones, and what is visible to its caller.
 */
export abstract class Collection<T extends StoredObject> {
  readonly database: Database;
  readonly call: Call;
  readonly #reader: Reader;

  constructor(database: Database, call: Call = SYSTEM_CALL) {
    this.database = database;
    this.call = call;
    this.#reader = new Reader(planOf(this.constructor as unknown as CollectionStatics), database, call);
  }

  get definition(): ObjectDefinition {
    return planOf(this.constructor as unknown as CollectionStatics).definition;
  }

  /** The records that match, as instances; `limit` 50 unless given. */
  async list(query: Query<StoredValues<T>> = {}): Promise<T[]> {
    return (await this.page({ ...query, count: 'none' })).items;
  }

  /** One page of instances with the count and the cursor of the next page. */
  page(query: Query<StoredValues<T>> & { count?: 'exact' | 'none' } = {}): Promise<Page<T>> {
    return this.#reader.page(query as RowQuery) as Promise<Page<StoredObject>> as Promise<Page<T>>;
  }

  /** One page of public JSON: only the columns asked for are read. */
  rows(query: RowQuery<StoredValues<T>> = {}): Promise<Page<Record<string, unknown>>> {
    return this.#reader.rows(query as RowQuery);
  }

  /** The record with this key, or undefined. */
  get(key: string): Promise<T | undefined> {
    return this.#reader.byKey(key, false) as Promise<T | undefined>;
  }

  /** The record with this key as surfaces answer it, where that takes no instance of it; the framework's own. */
  presented(key: string): Promise<PresentedRow | undefined> {
    return this.#reader.presentedByKey(key);
  }

  /** The record with this key, kept from other writers until the ambient transaction ends. */
  async getForUpdate(key: string): Promise<T | undefined> {
    return (await this.#reader.byKey(key, true)) as T | undefined;
  }

  /** The record with this key. @throws NotFoundError */
  async require(key: string): Promise<T> {
    const found = await this.get(key);
    if (!found) throw new NotFoundError(`There is no ${this.definition.className} ${key}.`);
    return found;
  }

  /** The first record that matches, in the default order, or undefined. */
  find(where: NonNullable<Query<StoredValues<T>>['where']>): Promise<T | undefined> {
    return this.#reader.find({ where } as RowQuery) as Promise<T | undefined>;
  }

  /** The first record that a filter made in code matches, or undefined. */
  findMatching(filter: Filter | undefined): Promise<T | undefined> {
    return this.#reader.first(filter) as Promise<T | undefined>;
  }

  count(query: Pick<Query<StoredValues<T>>, 'where' | 'search' | 'within'> = {}): Promise<number> {
    return this.#reader.count(query as RowQuery);
  }

  /**
   * How many of the records that match have each value of a field, the most frequent first and a thousand values at most.
   *
   * @throws MalformedError when the field is none that holds one plain value
   * @example
   * await new Contents(database).countBy('status'); // [{ value: 'published', count: 12 }, { value: 'draft', count: 3 }]
   */
  countBy(field: string, query: Pick<Query<StoredValues<T>>, 'where' | 'search' | 'within'> = {}): Promise<ValueCount[]> {
    return this.#reader.countBy(field, query as RowQuery);
  }

  /** A new record that belongs to this collection, not stored yet. */
  make(data: Readonly<Partial<StoredValues<T>>>): T {
    const values: Record<string, unknown> = { ...data };
    const { typeField } = this.definition;
    if (typeField !== undefined && this.definition.typeName === undefined) values[typeField] ??= this.definition.fields[typeField]?.default;
    if (this.definition.tenant && this.call.caller.kind !== 'system') values['tenantId'] = this.call.caller.tenantId;
    return instantiate(this.#reader.classFor(values), values, this.database, this.call) as T;
  }

  /** Makes and stores a record. */
  async add(data: Readonly<Partial<StoredValues<T>>>): Promise<T> {
    const made = this.make(data);
    await made.save();
    return made;
  }

  /**
   * Makes and stores a record that was deleted, under the key that it had. Its revisions go on where they ended, so that whoever
   * read it before cannot write over what was saved since.
   */
  async addAgain(data: Readonly<Partial<StoredValues<T>>>, was: { readonly rev: number; readonly created_at: string }): Promise<T> {
    const made = this.make(data);
    originOf(made).was = was;
    await made.save();
    return made;
  }

  /** Changes fields of a record and stores it. @throws NotFoundError */
  async update(key: string, changes: Readonly<Partial<StoredValues<T>>>): Promise<T> {
    return this.transaction(async () => {
      const found = await this.getForUpdate(key);
      if (!found) throw new NotFoundError(`There is no ${this.definition.className} ${key}.`);
      assignValues(found, changes);
      await found.save();
      return found;
    });
  }

  /** Removes a record. @throws NotFoundError */
  async remove(key: string): Promise<void> {
    await this.transaction(async () => {
      const found = await this.getForUpdate(key);
      if (!found) throw new NotFoundError(`There is no ${this.definition.className} ${key}.`);
      await found.delete();
    });
  }

  /**
   * The record that has these values in the fields of its unique rule, updated with the others; made when there is none.
   * Two callers at once get the same record.
   *
   * @param defaults values for a new record only
   */
  getOrUpsert(data: Readonly<Partial<StoredValues<T>>>, defaults?: Readonly<Partial<StoredValues<T>>>): Promise<T> {
    return upsert(this as unknown as Collection<StoredObject>, data, defaults ?? {}) as Promise<T>;
  }

  /** Runs `work` in a transaction: all of it holds or none. Inside another one it joins. */
  transaction<R>(work: () => Promise<R>): Promise<R> {
    return this.database.transaction(work);
  }
}

const plans = new WeakMap<CollectionStatics, ReadPlan>();

function planOf(statics: CollectionStatics): ReadPlan {
  let plan = plans.get(statics);
  if (!plan) plans.set(statics, (plan = new ReadPlan(statics.objectClass, statics.collectionOptions.types ?? [])));
  return plan;
}

/** A collection class, with the statics that `collection` gives it. */
export interface CollectionClass<T extends StoredObject> extends CollectionStatics {
  new (database: Database, call?: Call): Collection<T>;
  /**
   * Opens the collection in the database that a URL names, and makes its tables where there are none. Where the process has
   * no default database yet, this one is it from then on: `new Content({…})` and `save()` go there.
   *
   * @example
   * const contents = await Contents.create({ db: { url: 'sqlite:./data/site.sqlite' } });
   */
  create<C>(this: new (database: Database, call?: Call) => C, options: { db: DatabaseOption }): Promise<C>;
}

/**
 * Makes the base class of a collection.
 *
 * @example
 * class Notes extends collection(Note) {}
 * const notes = await Notes.create({ db: { url: 'sqlite::memory:' } });
 * await notes.add({ title: 'Call the mayor' });
 */
export function collection<C extends AnyObjectClass>(objectClass: C, options: CollectionOptions = {}): CollectionClass<InstanceType<C>> {
  const made = class extends Collection<InstanceType<C>> {
    static readonly objectClass = objectClass;
    static readonly collectionOptions = options;

    static async create(this: AnyCollectionClass, { db }: { db: DatabaseOption }): Promise<Collection<StoredObject>> {
      return new this(await openPrepared(db, this));
    }
  };
  return made as unknown as CollectionClass<InstanceType<C>>;
}
