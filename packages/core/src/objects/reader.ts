import type { Call } from '../callers/call.ts';
import { nearestField } from '../fields/nearest-field.ts';
import { type Asked, PLAIN } from '../planner/asked.ts';
import { countStatement, facetStatement, groupStatement } from '../planner/compile-count.ts';
import { selectStatement } from '../planner/compile-select.ts';
import { plan, planGroups } from '../planner/plan.ts';
import { TableStatistics } from '../planner/probes.ts';
import { shownValue } from '../fields/qualified.ts';
import { fault } from '../queries/fault.ts';
import { type Filter, where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import type { Row, Statement } from '../storage/statement.ts';
import { askedOf, cursorAfter, type Reading, visibleTo } from './asked-of.ts';
import { keepBeside } from './beside.ts';
import type { AskedFields, ColumnsOfClass } from './columns-of-class.ts';
import { findableFields } from './findable-fields.ts';
import { type AnyObjectClass, hydrate, type Presented } from './object.ts';
import { presenterOf } from './present-record.ts';
import type { FacetQuery, Page, RankedQuery, RowQuery, ValueCount } from './query.ts';
import { StoredObject } from './stored-object.ts';

/** The maximum number of values that records are counted by. */
const MAXIMUM_VALUES = 1000;

/** Kinds of fields that hold one plain value. */
const GROUPED: ReadonlySet<string> = new Set(['text', 'integer', 'boolean', 'reference']);

/** A presented record, with the other data that a response needs. */
export interface PresentedRow {
  readonly own: Presented;
  readonly rev: number;
  readonly objectClass: AnyObjectClass;
}

type CountQuery = Pick<RowQuery, 'where' | 'search' | 'terms' | 'within'>;

/** Reads the records of one object class, limited to what the call may see. */
export class Reader {
  readonly #of: ColumnsOfClass;
  readonly #reading: Reading;

  constructor(of: ColumnsOfClass, database: Database, call: Call) {
    this.#of = of;
    this.#reading = { of, database, call };
  }

  get #database(): Database {
    return this.#reading.database;
  }

  /** Returns the class of a record with these values. */
  classFor(values: Readonly<Record<string, unknown>>): AnyObjectClass {
    return this.#of.classFor(values);
  }

  async byKey(key: string, lock: boolean): Promise<StoredObject | undefined> {
    return isKey(key) ? this.first(where(this.#of.definition.key, 'eq', key), lock) : undefined;
  }

  /**
   * Returns the presented record with this key without creating an instance; undefined if there is none, or if its class presents records
   * itself.
   */
  async presentedByKey(key: string): Promise<PresentedRow | undefined> {
    return isKey(key) ? this.presentedFirst([where(this.#of.definition.key, 'eq', key)]) : undefined;
  }

  /** The same for the first record that one of the filters matches, tried in this order. */
  async presentedFirst(filters: readonly Filter[]): Promise<PresentedRow | undefined> {
    for (const filter of filters) {
      const row = await this.#database.first(this.#single(filter, this.#of.publicColumns, false));
      // If its class presents records itself, none that a later filter matches takes its place.
      if (row) return this.#presented(row);
    }
    return undefined;
  }

  #presented(row: Row): PresentedRow | undefined {
    const objectClass = this.#of.classFor(row);
    if ((objectClass.prototype as StoredObject).toJSON !== StoredObject.prototype.toJSON) return undefined;
    const own = presenterOf(objectClass.definition, this.#database)(row);
    if (this.#of.beside.length > 0) keepBeside(own, row);
    return { own, rev: Number(row['rev']), objectClass };
  }

  async first(filter: Filter | undefined, lock = false): Promise<StoredObject | undefined> {
    const row = await this.#database.first(this.#single(filter, this.#of.columns, lock));
    return row && this.#hydrate(row);
  }

  /** Returns the statement that reads one record. */
  #single(filter: Filter | undefined, columns: readonly string[], lock: boolean): Statement {
    const { dialect } = this.#database;
    const asked: Asked = { ...ONE, filter, scope: visibleTo(this.#reading), columns, lock };
    return selectStatement(this.#of.table(dialect), asked, PLAIN, dialect);
  }

  /** Returns the first matching record in the default order. */
  async find(query: Pick<RowQuery, 'where'>): Promise<StoredObject | undefined> {
    const { rows } = await this.#read({ ...query, limit: 1, count: 'none' }, this.#of.columns);
    return rows[0] && this.#hydrate(rows[0]);
  }

  async page(query: RowQuery): Promise<Page<StoredObject>> {
    const { rows, ...page } = await this.#read(query, this.#of.columns);
    return { ...page, items: rows.map((row) => this.#hydrate(row)) };
  }

  async rows(query: RowQuery): Promise<Page<Record<string, unknown>>> {
    const fields = this.#fields(query.fields);
    const { rows, ...page } = await this.#read(query, fields.columns);
    const items = rows.map(fields.present(this.#database));
    if (fields.hasBeside) for (const [index, row] of rows.entries()) keepBeside(items[index] ?? row, row);
    return { ...page, items };
  }

  /** Returns the fields of the best hits of a search, each with `_rank`, which is smaller for better ones. */
  async ranked({ isAny = false, fields: names, ...query }: RankedQuery): Promise<Record<string, unknown>[]> {
    const fields = this.#fields(names);
    const { table, statistics, dialect } = this.#planned();
    const asked = { ...(await askedOf(this.#reading, { ...query, count: 'none' }, fields.columns)), isAny, withRank: true };
    const planned = await plan(table, asked, statistics);
    const rows = await this.#database.all(selectStatement(table, asked, planned, dialect));
    const present = fields.present(this.#database);
    return rows.map((row) => ({ ...present(row), _rank: Number(row['_rank']) }));
  }

  async count(query: CountQuery): Promise<number> {
    const { table, statistics, dialect } = this.#planned();
    const asked = { ...(await askedOf(this.#reading, query, [])), order: undefined };
    const row = await this.#database.first(countStatement(table, asked, await plan(table, asked, statistics), dialect));
    return Number(row?.['count'] ?? 0);
  }

  /** Counts the newest hits of a search by the values of a field. */
  async facet({ field, kind, newest, values, ...query }: FacetQuery): Promise<{ value: string; count: number }[]> {
    const { table, statistics, dialect } = this.#planned();
    const asked = { ...(await askedOf(this.#reading, query, [])), order: undefined };
    const planned = await plan(table, asked, statistics);
    const rows = await this.#database.all(facetStatement(table, asked, { field, kind, newest, values }, planned, dialect));
    return rows.map((row) => ({ value: String(row['value']), count: Number(row['count']) }));
  }

  async countBy(by: string, query: CountQuery): Promise<ValueCount[]> {
    const asked = { ...(await askedOf(this.#reading, query, [])), by, limit: MAXIMUM_VALUES };
    const { fields } = this.#of;
    const field = Object.hasOwn(findableFields(fields, this.#reading.call.caller), by) ? fields[by] : undefined;
    if (!field || field.private || field.computed || !GROUPED.has(field.kind))
      throw fault('/by', 'unknown_field', `${by} is not a field that can be counted by`);
    const { table, statistics, dialect } = this.#planned();
    const rows = await this.#database.all(groupStatement(table, asked, await planGroups(table, asked, statistics), dialect));
    return rows.map(({ value, count }) => ({
      value: shownValue(field, dialect.decode(field.kind, value)) as ValueCount['value'],
      count: Number(count),
    }));
  }

  async #read(query: RowQuery, columns: readonly string[]): Promise<Page<never> & { rows: readonly Row[] }> {
    const { table, statistics, dialect } = this.#planned();
    const asked = await askedOf(this.#reading, query, columns);
    const planned = await plan(table, asked, statistics);
    const { order, limit, offset } = asked;
    // One more row than requested shows whether there is a next page.
    const page = { ...asked, limit: limit + 1 };
    const reading = limit === 0 ? [] : this.#database.all(selectStatement(table, page, planned, dialect));
    const counting = asked.count === 'none' ? undefined : this.#database.first(countStatement(table, asked, planned, dialect));
    const [read, counted] = await Promise.all([reading, counting]);
    const more = read.length > limit;
    const rows = more ? read.slice(0, limit) : read;
    const answer = { items: [], rows, count: asked.count === 'none' ? null : Number(counted?.['count'] ?? 0), limit, offset };
    const last = rows.at(-1);
    if (!more || !last) return answer;
    // A search is continued by offset unless it names its order: see `pagingFault`.
    if (!order || (asked.search && query.orderBy === undefined)) return { ...answer, nextOffset: offset + rows.length };
    return { ...answer, nextCursor: cursorAfter(this.#reading, query, order, last) };
  }

  #planned() {
    const { dialect } = this.#database;
    const table = this.#of.table(dialect);
    return { table, statistics: new TableStatistics(table, this.#database), dialect };
  }

  #hydrate(row: Row): StoredObject {
    const { database, call } = this.#reading;
    return hydrate(this.#of.classFor(row), row, { database, call, row, stale: false });
  }

  #fields(names: readonly string[] | undefined): AskedFields {
    if (!names) return this.#of.listed;
    const { fields } = this.#of;
    const { key } = this.#of.definition;
    for (const name of names) {
      if (!Object.hasOwn(fields, name) || fields[name]?.private)
        throw fault('/fields', 'unknown_field', `the field ${name} does not exist${nearestField(name, fields)}`);
    }
    return this.#of.asked([key, ...names]);
  }
}

/** A read of one record, by whatever index. */
const ONE = { search: undefined, order: [], after: undefined, limit: 1, offset: 0, count: 'none' } as const;

function isKey(key: string): boolean {
  return key !== '' && key.length <= 1000 && !key.includes('\0');
}
