import { sql } from 'kysely';
import type { Call } from '../callers/call.ts';
import { MalformedError } from '../errors/errors.ts';
import { isStorableText, UNSTORABLE_TEXT } from '../fields/characters.ts';
import { nearestField } from '../fields/nearest-field.ts';
import { withForms } from '../search/groups.ts';
import { fault } from '../queries/fault.ts';
import { both, type Filter, where } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import { parseFilter, unknownField } from '../queries/parse-filter.ts';
import type { Database } from '../storage/database.ts';
import type { SearchTerm } from '../storage/dialect.ts';
import type { Row, Statement } from '../storage/statement.ts';
import { parseSearch } from '../storage/search-terms.ts';
import { type AnyObjectClass, hydrate, type Presented } from './object.ts';
import { DEFAULT_LIMIT, type Page, pagingFault, type FacetQuery, type RankedQuery, type RowQuery, type ValueCount } from './query.ts';
import type { AskedFields, ReadPlan } from './read-plan.ts';
import { findableFields } from './findable-fields.ts';
import { countFound, MANY_TO_COUNT, MANY_TO_READ, useOf } from './count-found.ts';
import { countMatches, type Matches, NO_MATCHES } from './count-matches.ts';
import { filterOfPage, type PageParts, scopeForOrder, withFew } from './read-path.ts';
import { coveredColumns, isCovered } from './covered.ts';
import { filterOfCount, filterOfGroups, isInOneIndex } from './filter-of-count.ts';
import { relationsFor } from './relations.ts';
import { keepBeside } from './beside.ts';
import { cursorSigner } from './cursor-signer.ts';
import { scopeOf } from './scope.ts';
import { countStatement, facetStatement, groupStatement } from './count-statements.ts';
import { type Selection, selectStatement } from './select.ts';
import { presenterOf } from './present-record.ts';
import { StoredObject } from './stored-object.ts';
import { branchesOf, takesLong } from './takes-long.ts';

/** The maximum number of values that records are counted by. */
const MAXIMUM_VALUES = 1000;

/** Kinds of fields that hold one plain value. */
const GROUPED: ReadonlySet<string> = new Set(['text', 'integer', 'boolean', 'reference']);

/** The estimate of a read that does not need one. */
const UNKNOWN: [number | undefined, Matches] = [undefined, NO_MATCHES];

/** A presented record, with the other data that a response needs. */
export interface PresentedRow {
  readonly own: Presented;
  readonly rev: number;
  readonly objectClass: AnyObjectClass;
}

interface PageSelection extends Selection {
  /** What the filter consists of; a page, which has an order, is found in another way than a count. */
  readonly parts: PageParts;
  readonly long: boolean;
}

/** Reads the records of one object class, limited to what the call may see. */
export class Reader {
  readonly #plan: ReadPlan;
  readonly #database: Database;
  readonly #call: Call;

  constructor(plan: ReadPlan, database: Database, call: Call) {
    this.#plan = plan;
    this.#database = database;
    this.#call = call;
  }

  /** Returns the class of a record with these values: the subclass that its type selects, else the root class. */
  classFor(values: Readonly<Record<string, unknown>>): AnyObjectClass {
    const { typeField, typeName } = this.#plan.definition;
    if (typeField === undefined || typeName !== undefined) return this.#plan.objectClass;
    return this.#plan.classOf(values[typeField]);
  }

  async byKey(key: string, lock: boolean): Promise<StoredObject | undefined> {
    if (key === '' || key.length > 1000 || key.includes('\0')) return undefined;
    return this.first(where(this.#plan.definition.key, 'eq', key), lock);
  }

  /**
   * Returns the presented record with this key without creating an instance; undefined if there is none, or if its class presents records
   * itself.
   */
  async presentedByKey(key: string): Promise<PresentedRow | undefined> {
    if (key === '' || key.length > 1000 || key.includes('\0')) return undefined;
    return this.presentedFirst([where(this.#plan.definition.key, 'eq', key)]);
  }

  /** The same for the first record that one of the filters matches, tried in this order. */
  async presentedFirst(filters: readonly Filter[]): Promise<PresentedRow | undefined> {
    for (const filter of filters) {
      const row = await this.#database.first(this.#single(filter, this.#plan.publicColumns, false));
      // If its class presents records itself, none that a later filter matches takes its place.
      if (row) return this.#presented(row);
    }
    return undefined;
  }

  #presented(row: Row): PresentedRow | undefined {
    const objectClass = this.classFor(row);
    if ((objectClass.prototype as StoredObject).toJSON !== StoredObject.prototype.toJSON) return undefined;
    const own = presenterOf(objectClass.definition, this.#database)(row);
    if (this.#plan.beside.length > 0) keepBeside(own, row);
    return { own, rev: Number(row['rev']), objectClass };
  }

  async first(filter: Filter | undefined, lock = false): Promise<StoredObject | undefined> {
    const row = await this.#database.first(this.#single(filter, this.#plan.columns, lock));
    return row && this.#hydrate(row);
  }

  /** Returns the statement that reads one record. */
  #single(filter: Filter | undefined, columns: readonly string[], lock: boolean): Statement {
    const selection: Selection = {
      filter: both(this.#scope(), filter),
      search: undefined,
      columns,
      order: [],
      after: undefined,
      limit: 1,
      offset: 0,
      lock,
      valueIndexes: 'none',
    };
    return selectStatement(this.#plan, selection, this.#database.dialect);
  }

  /** Returns the first matching record in the default order. */
  async find(query: Pick<RowQuery, 'where'>): Promise<StoredObject | undefined> {
    const { rows } = await this.#read({ ...query, limit: 1, count: 'none' }, this.#plan.columns);
    return rows[0] && this.#hydrate(rows[0]);
  }

  async page(query: RowQuery): Promise<Page<StoredObject>> {
    const { rows, ...page } = await this.#read(query, this.#plan.columns);
    return { ...page, items: rows.map((row) => this.#hydrate(row)) };
  }

  async rows(query: RowQuery): Promise<Page<Record<string, unknown>>> {
    const asked = this.#asked(query.fields);
    const { rows, ...page } = await this.#read(query, asked.columns);
    const items = rows.map(asked.present(this.#database));
    if (asked.hasBeside) for (const [index, row] of rows.entries()) keepBeside(items[index] ?? row, row);
    return { ...page, items };
  }

  /** Returns the fields of the best hits of a search, each with `_rank`, which is smaller for better ones. */
  async ranked({ isAny, fields, ...query }: RankedQuery): Promise<Record<string, unknown>[]> {
    const asked = this.#asked(fields);
    const selection = await this.#selection({ ...query, count: 'none' }, asked.columns);
    const searched: PageSelection = { ...selection, order: undefined, isAny, withRank: true };
    const found: Selection = this.#byRow(searched) ?? searched;
    const rows = await this.#database.all({ ...selectStatement(this.#plan, found, this.#database.dialect), long: true });
    const present = asked.present(this.#database);
    return rows.map((row) => ({ ...present(row), _rank: Number(row['_rank']) }));
  }

  async count(query: Pick<RowQuery, 'where' | 'search' | 'terms' | 'within'>): Promise<number> {
    return this.#count(await this.#countable(await this.#selection(query, [])));
  }

  /** Counts the newest hits of a search by the values of a field. */
  async facet({ field, kind, newest, values, ...query }: FacetQuery): Promise<{ value: string; count: number }[]> {
    const selection = await this.#selection(query, []);
    const matched = this.#byRow(selection) ?? selection;
    const statement = facetStatement(this.#plan, { field, kind, newest, values }, matched, this.#database.dialect);
    const rows = await this.#database.all({ ...statement, repeatable: true, long: true });
    return rows.map((row) => ({ value: String(row['value']), count: Number(row['count']) }));
  }

  async countBy(field: string, query: Pick<RowQuery, 'where' | 'search' | 'terms' | 'within'>): Promise<ValueCount[]> {
    const selection = await this.#selection(query, []);
    const { definition } = this.#plan;
    const { fields } = definition;
    const stored = fields[field];
    if (
      !stored ||
      stored.private ||
      stored.computed ||
      !GROUPED.has(stored.kind) ||
      !Object.hasOwn(findableFields(fields, this.#call.caller), field)
    )
      throw fault('/by', 'unknown_field', `${field} is not a field that can be counted by`);
    const { dialect } = this.#database;
    const statement = groupStatement(this.#plan, field, await this.#groupable(selection, field), MAXIMUM_VALUES, dialect);
    const rows = await this.#database.all({ ...statement, repeatable: true, long: true });
    return rows.map(({ value, count }) => ({ value: dialect.decode(stored.kind, value) as ValueCount['value'], count: Number(count) }));
  }

  async #count(selection: Selection): Promise<number> {
    const row = await this.#database.first({ ...countStatement(this.#plan, selection, this.#database.dialect), long: true });
    return Number(row?.['count'] ?? 0);
  }

  async #read(query: RowQuery, columns: readonly string[]): Promise<Page<never> & { rows: readonly Row[] }> {
    const selection = await this.#selection(query, columns);
    const { order, limit } = selection;
    const wantsCount = query.count !== 'none';
    const byRow = wantsCount || !order ? this.#byRow(selection) : undefined;
    const ranked = order ? undefined : byRow;
    const limitOfEstimate = wantsCount && !byRow ? MANY_TO_COUNT : MANY_TO_READ;
    const [found, matches] = ranked ? UNKNOWN : await this.#estimate(selection, limitOfEstimate);
    const valueIndexes = useOf(found, MANY_TO_READ);
    const manyHits = await this.#findsMany(selection);
    const filter = filterOfPage(this.#plan.definition, selection.parts, matches, { values: valueIndexes, manyHits });
    // One more row than requested shows whether there is a next page.
    const page: Selection = { ...selection, ...(ranked ?? { filter, valueIndexes, manyHits }), limit: limit + 1 };
    const counted = byRow ?? this.#countableBy(selection, found, matches);
    // If few entries were found, no more rows are read; a search reads all its hits.
    const long = selection.long && (selection.search !== undefined || valueIndexes !== 'few');
    const reading = limit === 0 ? [] : this.#database.all({ ...selectStatement(this.#plan, page, this.#database.dialect), long });
    const [read, count] = await Promise.all([reading, wantsCount ? this.#count(counted) : null]);
    const more = read.length > limit;
    const rows = more ? read.slice(0, limit) : read;
    const answer = { items: [], rows, count, limit, offset: selection.offset };
    const last = rows.at(-1);
    if (!more || !last) return answer;
    // A search is continued by offset unless it names its order: see `pagingFault`.
    if (!order || (selection.search && query.orderBy === undefined)) return { ...answer, nextOffset: selection.offset + rows.length };
    const { dialect } = this.#database;
    const { fields } = this.#plan.definition;
    const place = order.map(({ field }) => dialect.decode(fields[field]?.kind ?? 'text', last[field]));
    return { ...answer, nextCursor: this.#database.ports.use(cursorSigner).sign(this.#identity(query, order), place) };
  }

  /** Counts, up to a limit, the rows that indexes find for conditions of the filter, to decide how to read them. */
  async #estimate({ filter, parts, long }: PageSelection, limit: number): Promise<[number | undefined, Matches]> {
    const { definition } = this.#plan;
    const found = await countFound(definition, this.#database, filter, limit);
    return [found, long ? await countMatches(this.#plan, this.#database, parts.filter, limit) : NO_MATCHES];
  }

  /** Whether a search finds so many rows that an ordered page is found sooner by walking an index in that order. */
  async #findsMany({ search, order }: PageSelection): Promise<boolean> {
    const { rows, builder } = this.#database.dialect;
    if (!rows || !search || !order) return false;
    if (search.every(({ negated }) => negated)) return true;
    const hits = rows.ofSearch(this.#plan.definition.table, search);
    const statement = sql`select count(*) as count from (${hits} limit ${sql.lit(MANY_TO_READ)})`.compile(builder);
    const row = await this.#database.first({ ...statement, repeatable: true, long: true });
    return Number(row?.['count']) >= MANY_TO_READ;
  }

  /** Returns the selection to count. */
  async #countable(selection: PageSelection): Promise<Selection> {
    return this.#byRow(selection) ?? this.#countableBy(selection, ...(await this.#estimate(selection, MANY_TO_COUNT)));
  }

  /** Returns the selection to count by the values of a field. */
  async #groupable(selection: PageSelection, field: string): Promise<Selection> {
    const { definition } = this.#plan;
    const byRow = this.#byRow(selection);
    if (byRow?.covered?.includes(field)) return byRow;
    const [found, matches] = await this.#estimate(selection, MANY_TO_COUNT);
    const valueIndexes = useOf(found, MANY_TO_COUNT);
    const few = withFew(selection.filter, matches, MANY_TO_COUNT, valueIndexes === 'few');
    return { ...selection, filter: few ?? filterOfGroups(definition, field, selection.filter), valueIndexes };
  }

  /** Returns the selection with rows filtered by the index by row; undefined if that is impossible, or another index contains everything. */
  #byRow(selection: PageSelection): PageSelection | undefined {
    const { definition } = this.#plan;
    const { filter, search } = selection;
    const covered = coveredColumns(definition, this.#database.dialect);
    if (!covered || !isCovered(filter, definition, covered) || (!search && isInOneIndex(definition, filter))) return undefined;
    return { ...selection, covered, valueIndexes: 'few' };
  }

  /** Returns the selection to count, using the indexes that find few enough rows, or contain all that is compared. */
  #countableBy(selection: PageSelection, found: number | undefined, matches: Matches): Selection {
    const valueIndexes = useOf(found, MANY_TO_COUNT);
    const few = withFew(selection.filter, matches, MANY_TO_COUNT, valueIndexes === 'few');
    const filter = few ?? (selection.search ? selection.filter : filterOfCount(this.#plan.definition, selection.filter));
    return { ...selection, filter, valueIndexes };
  }

  async #selection(query: RowQuery, columns: readonly string[]): Promise<PageSelection> {
    const paging = pagingFault(query);
    if (paging) throw fault(paging.pointer, 'out_of_range', paging.detail);
    const findable = findableFields(this.#plan.definition.fields, this.#call.caller);
    const filter = query.where === undefined ? undefined : parseFilter(query.where, findable, relationsFor(this.#call, query.related));
    const search = query.terms ?? (query.search === undefined ? undefined : await this.#terms(query, query.search));
    const { definition } = this.#plan;
    // Results that are found only by excluded words have no rank.
    const isRanked = query.orderBy === undefined && search?.some(({ negated }) => !negated);
    const order = isRanked ? undefined : this.#plan.order(query.orderBy);
    const hidden = order?.find(({ field }) => !Object.hasOwn(findable, field));
    if (hidden) throw unknownField('/orderBy', hidden.field, definition.fields);
    const scope = both(this.#scope(), query.within);
    const asked = { filter, order, offset: query.offset ?? 0, isSearch: search !== undefined };
    const branches = branchesOf(definition, asked);
    return {
      filter: both(scope, filter),
      parts: { filter, scope, order },
      branches: branches?.flatMap((branch) => both(scopeForOrder(definition, scope, { filter: branch, order }), branch) ?? []),
      search,
      columns: order ? this.#plan.withOrder(columns, order) : columns,
      order,
      after: query.cursor === undefined || !order ? undefined : this.#place(query, query.cursor, order),
      limit: query.limit ?? DEFAULT_LIMIT,
      offset: query.offset ?? 0,
      lock: false,
      valueIndexes: 'none',
      long: !branches && takesLong(definition, asked),
    };
  }

  /** The words of a search with their other forms. */
  async #terms(query: RowQuery, search: string): Promise<readonly SearchTerm[]> {
    return withForms(this.#database, this.#search(search), languageOf(query));
  }

  #search(input: string): readonly SearchTerm[] {
    if (!this.#plan.searchable) throw fault('/search', 'not_searchable', `${this.#plan.definition.className} has no full-text search`);
    if (input.length > 1000) throw fault('/search', 'too_long', 'must be at most 1000 characters');
    if (!isStorableText(input)) throw fault('/search', 'not_storable', UNSTORABLE_TEXT);
    return parseSearch(input);
  }

  #place(query: RowQuery, cursor: string, order: readonly OrderTerm[]): unknown[] {
    const values = this.#database.ports.use(cursorSigner).verify(this.#identity(query, order), cursor);
    if (values.length !== order.length) throw new MalformedError('cursor: does not fit the order.', { code: 'faulty_query' });
    return values;
  }

  /** The identity that a cursor is bound to: everything that determines the rows and their order. */
  #identity(query: RowQuery, order: readonly OrderTerm[]): string {
    const { table, typeName } = this.#plan.definition;
    const { caller } = this.#call;
    const viewer = caller.kind === 'system' ? 'system' : [caller.kind === 'anonymous', caller.tenantId];
    return JSON.stringify([table, typeName, query.where, order, viewer, query.search, query.within]);
  }

  /** Returns the filter of the rows in this collection that the call may see. */
  #scope(): Filter | undefined {
    const { definition } = this.#plan;
    const { typeField, typeName } = definition;
    const scope = scopeOf(definition, this.#call);
    return typeField !== undefined && typeName !== undefined ? both(where(typeField, 'eq', typeName), scope) : scope;
  }

  #hydrate(row: Row): StoredObject {
    return hydrate(this.classFor(row), row, { database: this.#database, call: this.#call, row, stale: false });
  }

  #asked(fields: readonly string[] | undefined): AskedFields {
    if (!fields) return this.#plan.listed;
    const { definition } = this.#plan;
    for (const name of fields) {
      if (!Object.hasOwn(definition.fields, name) || definition.fields[name]?.private)
        throw fault('/fields', 'unknown_field', `the field ${name} does not exist${nearestField(name, definition.fields)}`);
    }
    return this.#plan.asked([definition.key, ...fields]);
  }
}

/** The language of a query that names it. */
function languageOf({ where: asked }: RowQuery): string | undefined {
  const language: unknown = asked === undefined ? undefined : (asked as Readonly<Record<string, unknown>>)['language'];
  return typeof language === 'string' && language !== '' ? language : undefined;
}
