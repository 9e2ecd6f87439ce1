import { type Call, SYSTEM_CALL } from '../callers/call.ts';
import { NotFoundError } from '../errors/errors.ts';
import type { ObjectDefinition } from './definition.ts';
import type { Naming, Ordered } from './checked-names.ts';
import type { CollectionOptions, CollectionStatics } from './collection-statics.ts';
import { ColumnsOfClass } from './columns-of-class.ts';
import type { AnyObjectClass } from './object.ts';
import { wordsOf } from './names.ts';
import { instantiate } from './object.ts';
import type { FacetQuery, Page, Query, RankedQuery, RowQuery, ValueCount } from './query.ts';
import { type PresentedRow, Reader } from './reader.ts';
import type { StoredObject } from './stored-object.ts';
import { originOf } from './origin.ts';
import { assignValues } from './assign-values.ts';
import type { Database } from '../storage/database.ts';
import type { Filter } from '../queries/filter.ts';
import { openPrepared, type DatabaseOption } from './open-prepared.ts';
import { type TableTypes, typesLinkedTo, typesOf } from './table-types.ts';
import { upsert } from './upsert.ts';

/** The values of an object class, as filters and upserts name them. */
export type StoredValues<T> = Omit<T, keyof StoredObject>;

/** What the constructor of an object class takes, and any other stored value, such as a time of creation that is kept by an import. */
export type NewOf<C extends AnyObjectClass> =
  ConstructorParameters<C> extends readonly [data?: infer Data]
    ? [NonNullable<Data>] extends [never]
      ? Partial<StoredValues<InstanceType<C>>>
      : NonNullable<Data> & Partial<StoredValues<InstanceType<C>>>
    : Partial<StoredValues<InstanceType<C>>>;

/** A record as public JSON: the fields that were asked for, and what its class adds. */
export type RowOf<T> = Record<string, unknown> & Partial<StoredValues<T>>;

/** Any collection class, whatever its object. */
export interface AnyCollectionClass extends CollectionStatics {
  readonly operations?: object;
  new (database: Database, call?: Call): Collection<StoredObject>;
}

/**
 * The records of one object class in one database, as one call sees them. Create classes with `collection(ObjectClass)`.
 *
 * Reads are limited by the call: rows of its tenant and global ones, and those visible to its caller.
 */
export abstract class Collection<T extends StoredObject, New = Partial<StoredValues<T>>> {
  readonly database: Database;
  readonly call: Call;
  readonly #reader: Reader;

  constructor(database: Database, call: Call = SYSTEM_CALL) {
    this.database = database;
    this.call = call;
    this.#reader = new Reader(columnsOf(this.constructor as unknown as CollectionStatics, database), database, call);
  }

  get definition(): ObjectDefinition {
    return (this.constructor as unknown as CollectionStatics).objectClass.definition;
  }

  /** Returns the matching records as instances; `limit` is 50 by default. */
  async list<const Order extends string = string>(query: Query<StoredValues<T>> & Ordered<Order, StoredValues<T>> = {}): Promise<T[]> {
    return (await this.page<Order>({ ...query, count: 'none' })).items;
  }

  /** Returns one page of instances with the count and the cursor of the next page. */
  page<const Order extends string = string>(
    query: Query<StoredValues<T>> & Ordered<Order, StoredValues<T>> & { count?: 'exact' | 'none' } = {},
  ): Promise<Page<T>> {
    return this.#reader.page(query as RowQuery) as Promise<Page<StoredObject>> as Promise<Page<T>>;
  }

  /** Returns one page of public JSON: only the requested columns are read. */
  rows<const Order extends string = string, const Name extends string = string>(
    query: RowQuery<StoredValues<T>> & Ordered<Order, StoredValues<T>> & Naming<Name, StoredValues<T>> = {},
  ): Promise<Page<RowOf<T>>> {
    return this.#reader.rows(query as RowQuery) as Promise<Page<RowOf<T>>>;
  }

  /** Returns the record with this key, or undefined. */
  get(key: string): Promise<T | undefined> {
    return this.#reader.byKey(key, false) as Promise<T | undefined>;
  }

  /** Returns the record with this key as surfaces present it, if that needs no instance; internal to the framework. */
  presented(key: string): Promise<PresentedRow | undefined> {
    return this.#reader.presentedByKey(key);
  }

  /** The same for the first record that one of the filters matches, tried in this order; internal to the framework. */
  presentedBy(filters: readonly Filter[]): Promise<PresentedRow | undefined> {
    return this.#reader.presentedFirst(filters);
  }

  /** Returns the record with this key, locked against other writers until the ambient transaction ends. */
  async getForUpdate(key: string): Promise<T | undefined> {
    return (await this.#reader.byKey(key, true)) as T | undefined;
  }

  /** Returns the record with this key. @throws NotFoundError */
  async require(key: string): Promise<T> {
    const found = await this.get(key);
    if (!found) throw new NotFoundError(`There is no ${wordsOf(this.definition.className)} ${key}.`);
    return found;
  }

  /** Returns the first matching record in the default order, or undefined. */
  find(where: NonNullable<Query<StoredValues<T>>['where']>): Promise<T | undefined> {
    return this.#reader.find({ where } as RowQuery) as Promise<T | undefined>;
  }

  /** Returns the first record that matches a filter object, or undefined. */
  findMatching(filter: Filter | undefined): Promise<T | undefined> {
    return this.#reader.first(filter) as Promise<T | undefined>;
  }

  count(query: Pick<Query<StoredValues<T>>, 'where' | 'search' | 'terms' | 'within'> = {}): Promise<number> {
    return this.#reader.count(query as RowQuery);
  }

  /**
   * Counts the matching records by the values of a field, the most frequent first, at most a thousand values.
   *
   * @throws MalformedError if the field does not hold one plain value
   * @example
   * await new Contents(database).countBy('status'); // [{ value: 'published', count: 12 }, { value: 'draft', count: 3 }]
   */
  countBy(field: string, query: Pick<Query<StoredValues<T>>, 'where' | 'search' | 'terms' | 'within'> = {}): Promise<ValueCount[]> {
    return this.#reader.countBy(field, query as RowQuery);
  }

  /**
   * Returns fields of the best hits of a parsed search, each with `_rank`, which is smaller for better ones: for an order that considers
   * more than the texts. Internal to the packages of Colophon.
   */
  ranked(query: RankedQuery<StoredValues<T>>): Promise<Record<string, unknown>[]> {
    return this.#reader.ranked(query as RankedQuery);
  }

  /** Counts the newest hits of a parsed search by a field, the most frequent values first. Internal to the packages of Colophon. */
  facet(query: FacetQuery<StoredValues<T>>): Promise<{ value: string; count: number }[]> {
    return this.#reader.facet(query as FacetQuery);
  }

  /** Creates a new record of this collection without storing it. */
  make(data: Readonly<Partial<StoredValues<T>>>): T {
    const values: Record<string, unknown> = { ...data };
    const { typeField } = this.definition;
    if (typeField !== undefined && this.definition.typeName === undefined) values[typeField] ??= this.definition.fields[typeField]?.default;
    if (this.definition.tenant && this.call.caller.kind !== 'system') values['tenantId'] = this.call.caller.tenantId;
    return instantiate(this.#reader.classFor(values), values, this.database, this.call) as T;
  }

  /** Creates and stores a record. A required field without a default must be given, and any other can be. */
  async add(data: Readonly<New>): Promise<T> {
    const made = this.make(data as Readonly<Partial<StoredValues<T>>>);
    await made.save();
    return made;
  }

  /**
   * Creates and stores a deleted record again, under its old key. Its revisions continue where they ended, so that a client that read it
   * before cannot overwrite later changes.
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
      if (!found) throw new NotFoundError(`There is no ${wordsOf(this.definition.className)} ${key}.`);
      assignValues(found, changes);
      await found.save();
      return found;
    });
  }

  /** Deletes a record. @throws NotFoundError */
  async remove(key: string): Promise<void> {
    await this.transaction(async () => {
      const found = await this.getForUpdate(key);
      if (!found) throw new NotFoundError(`There is no ${wordsOf(this.definition.className)} ${key}.`);
      await found.delete();
    });
  }

  /**
   * Returns the record with these values in the fields of its unique rule, updated with the other values; creates it if there is none. Two
   * concurrent callers get the same record.
   *
   * @param defaults values for a new record only
   */
  getOrUpsert(data: Readonly<Partial<StoredValues<T>>>, defaults?: Readonly<Partial<StoredValues<T>>>): Promise<T> {
    return upsert(this, data, defaults ?? {}) as Promise<T>;
  }

  /** Runs `work` in a transaction: everything is committed, or nothing. A nested call joins the outer transaction. */
  transaction<R>(work: () => Promise<R>): Promise<R> {
    return this.database.transaction(work);
  }
}

/** By the linked types of the database, because the columns of a collection depend on them. */
const known = new WeakMap<TableTypes, WeakMap<CollectionStatics, ColumnsOfClass>>();
const NOTHING_LINKED: TableTypes = new Map();

function columnsOf(statics: CollectionStatics, database: Database): ColumnsOfClass {
  const linked = typesLinkedTo(database);
  const key = linked ?? NOTHING_LINKED;
  let ofDatabase = known.get(key);
  if (!ofDatabase) known.set(key, (ofDatabase = new WeakMap<CollectionStatics, ColumnsOfClass>()));
  let columns = ofDatabase.get(statics);
  if (!columns) ofDatabase.set(statics, (columns = new ColumnsOfClass(statics.objectClass, typesIn(statics, linked))));
  return columns;
}

/** Returns the types of the collection's table; of a subclass there are none. */
function typesIn(statics: CollectionStatics, linked: TableTypes | undefined): readonly AnyObjectClass[] {
  const { table, typeName } = statics.objectClass.definition;
  return typeName === undefined ? ((linked ?? typesOf([statics])).get(table) ?? []) : [];
}

/** A collection class, with the static members that `collection` adds. */
export interface CollectionClass<T extends StoredObject, New = Partial<StoredValues<T>>> extends CollectionStatics {
  new (database: Database, call?: Call): Collection<T, New>;
  /**
   * Opens the collection in the database at a URL, and creates its tables if necessary. If the process has no default database yet, this
   * one becomes it: `new Content({…})` and `save()` use it.
   *
   * @example
   * const contents = await Contents.create({ db: { url: 'sqlite:./data/site.sqlite' } });
   */
  create<C>(this: new (database: Database, call?: Call) => C, options: { db: DatabaseOption }): Promise<C>;
}

/**
 * Creates the base class of a collection.
 *
 * @example
 * class Notes extends collection(Note) {}
 * const notes = await Notes.create({ db: { url: 'sqlite::memory:' } });
 * await notes.add({ title: 'Call the mayor' });
 */
export function collection<C extends AnyObjectClass>(
  objectClass: C,
  options: CollectionOptions = {},
): CollectionClass<InstanceType<C>, NewOf<C>> {
  const made = class extends Collection<InstanceType<C>> {
    static readonly objectClass = objectClass;
    static readonly collectionOptions = options;

    static async create(this: AnyCollectionClass, { db }: { db: DatabaseOption }): Promise<Collection<StoredObject>> {
      return new this(await openPrepared(db, this));
    }
  };
  return made as unknown as CollectionClass<InstanceType<C>, NewOf<C>>;
}
