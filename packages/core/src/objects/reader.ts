import type { Call } from '../callers/call.ts';
import { MalformedError } from '../errors/errors.ts';
import { CursorSigner } from '../queries/cursor.ts';
import { fault } from '../queries/fault.ts';
import { both, type Filter, where } from '../queries/filter.ts';
import { type OrderTerm, parseOrder } from '../queries/order.ts';
import { parseFilter } from '../queries/parse-filter.ts';
import type { Database, Row } from '../storage/database.ts';
import { parseSearch } from '../storage/search-terms.ts';
import { type ClassInfo, classInfo } from './class-info.ts';
import type { ObjectDefinition } from './definition.ts';
import { type AnyObjectClass, hydrate } from './object.ts';
import { presentValues } from './present.ts';
import { DEFAULT_LIMIT, type Page, pagingFault, type RowQuery } from './query.ts';
import { decodeRow } from './rows.ts';
import { scopeOf } from './scope.ts';
import { countStatement, type Selection, selectStatement } from './select.ts';
import type { StoredObject } from './stored-object.ts';

let cursors = new CursorSigner();

/** Sets the secret that cursors are signed with, so that they hold across processes and restarts. */
export function setCursorSecret(secret: string): void {
  cursors = new CursorSigner(secret);
}

/** Reads the records of one object class, bounded by what the call may see. */
export class Reader {
  readonly definition: ObjectDefinition;
  readonly #objectClass: AnyObjectClass;
  readonly #info: ClassInfo;
  readonly #database: Database;
  readonly #call: Call;

  constructor(objectClass: AnyObjectClass, types: readonly AnyObjectClass[], database: Database, call: Call) {
    this.#objectClass = objectClass;
    this.definition = objectClass.definition;
    this.#info = classInfo(objectClass, types);
    this.#database = database;
    this.#call = call;
  }

  /** The class of a record with these values: the subclass that its type names, else the root class. */
  classFor(values: Readonly<Record<string, unknown>>): AnyObjectClass {
    const { typeField, typeName } = this.definition;
    if (!typeField || typeName !== undefined) return this.#objectClass;
    return this.#info.types.get(String(values[typeField])) ?? this.#objectClass;
  }

  async byKey(key: string, lock: boolean): Promise<StoredObject | undefined> {
    if (key === '' || key.length > 1000 || key.includes('\0')) return undefined;
    return this.first(where(this.definition.key, 'eq', key), lock);
  }

  async first(filter: Filter | undefined, lock = false): Promise<StoredObject | undefined> {
    const selection = this.#selection({ limit: 1 }, { columns: this.#info.columns, lock, ...(filter ? { filter } : {}) });
    const row = await this.#database.first(selectStatement({ ...selection, order: [] }, this.#database.dialect));
    return row && this.#hydrate(row);
  }

  async page(query: RowQuery): Promise<Page<StoredObject>> {
    const { rows, ...page } = await this.#read(query, this.#info.columns);
    return { ...page, items: rows.map((row) => this.#hydrate(row)) };
  }

  async rows(query: RowQuery): Promise<Page<Record<string, unknown>>> {
    const asked = this.#askedFields(query.fields);
    const { rows, ...page } = await this.#read(query, this.#columnsFor(asked));
    const items = rows.map(
      (row) => presentValues(this.definition, decodeRow(this.definition, this.#database.dialect, row), asked) as Record<string, unknown>,
    );
    return { ...page, items };
  }

  async count(query: Pick<RowQuery, 'where' | 'search'>): Promise<number> {
    return this.#count(this.#selection(query, {}));
  }

  async #count(selection: Selection): Promise<number> {
    const row = await this.#database.first(countStatement(selection, this.#database.dialect));
    return Number(row?.['count'] ?? 0);
  }

  async #read(query: RowQuery, columns: readonly string[]): Promise<Page<never> & { rows: readonly Row[] }> {
    const selection = this.#selection(query, { columns });
    const { order, limit } = selection;
    const withOrder = order ? [...new Set([...columns, ...order.map((term) => term.field)])] : columns;
    const [read, count] = await Promise.all([
      limit === 0
        ? []
        : this.#database.all(selectStatement({ ...selection, columns: withOrder, limit: limit + 1 }, this.#database.dialect)),
      query.count === 'none' ? null : this.#count(selection),
    ]);
    const more = read.length > limit;
    const rows = more ? read.slice(0, limit) : read;
    const page = { items: [], rows, count, limit, offset: selection.offset };
    const last = rows.at(-1);
    if (!more || !order || !last) return page;
    const { dialect } = this.#database;
    const place = order.map(({ field }) => dialect.decode(this.definition.fields[field]?.kind ?? 'text', last[field]));
    return { ...page, nextCursor: cursors.sign(this.#identity(query, order), place) };
  }

  #selection(query: RowQuery, parts: { filter?: Filter; columns?: readonly string[]; lock?: boolean }): Selection {
    const paging = pagingFault(query);
    if (paging) throw fault(paging.pointer, 'out_of_range', paging.detail);
    const { definition } = this;
    const filter = query.where === undefined ? undefined : parseFilter(query.where, definition.fields);
    const search = query.search === undefined ? undefined : this.#search(query.search);
    const order = this.#order(query);
    return {
      definition,
      filter: both(both(this.#typeScope(), scopeOf(definition, this.#call)), both(filter, parts.filter)),
      search,
      columns: parts.columns ?? [],
      order,
      after: query.cursor === undefined || !order ? undefined : this.#place(query, query.cursor, order),
      limit: query.limit ?? DEFAULT_LIMIT,
      offset: query.offset ?? 0,
      lock: parts.lock ?? false,
    };
  }

  #order(query: RowQuery): readonly OrderTerm[] | undefined {
    if (query.orderBy === undefined && query.search !== undefined) return undefined;
    return parseOrder(query.orderBy ?? this.definition.options.orderBy ?? '-created_at', this.definition.fields, this.definition.key);
  }

  #search(input: string) {
    if (!Object.values(this.definition.fields).some((field) => field.search)) {
      throw fault('/search', 'not_searchable', `${this.definition.className} has no full-text search`);
    }
    if (input.length > 1000) throw fault('/search', 'too_long', 'must be at most 1000 characters');
    return parseSearch(input);
  }

  #place(query: RowQuery, cursor: string, order: readonly OrderTerm[]): unknown[] {
    const values = cursors.verify(this.#identity(query, order), cursor);
    if (values.length !== order.length) throw new MalformedError('cursor: does not fit the order.', { code: 'faulty_query' });
    return values;
  }

  /** What a cursor is bound to: all that decides which rows come in which order. */
  #identity(query: RowQuery, order: readonly OrderTerm[]): string {
    const { definition } = this;
    const { caller } = this.#call;
    const viewer = caller.kind === 'system' ? 'system' : [caller.kind === 'anonymous', caller.tenantId];
    return JSON.stringify([definition.table, definition.typeName, query.where, order, viewer]);
  }

  #typeScope(): Filter | undefined {
    const { typeField, typeName } = this.definition;
    return typeField && typeName !== undefined ? where(typeField, 'eq', typeName) : undefined;
  }

  #hydrate(row: Row): StoredObject {
    const values = decodeRow(this.definition, this.#database.dialect, row);
    const objectClass = this.classFor(values);
    const own = objectClass === this.#objectClass ? values : decodeRow(objectClass.definition, this.#database.dialect, row);
    return hydrate(objectClass, own, { database: this.#database, call: this.#call, row, stale: false });
  }

  #askedFields(fields: readonly string[] | undefined): ReadonlySet<string> {
    const known = this.definition.fields;
    if (!fields) return this.#info.listed;
    for (const name of fields) {
      if (!Object.hasOwn(known, name) || known[name]?.private) throw fault('/fields', 'unknown_field', `there is no field ${name}`);
    }
    return new Set([this.definition.key, ...fields]);
  }

  #columnsFor(asked: ReadonlySet<string>): string[] {
    const columns = new Set<string>([this.definition.key]);
    for (const name of asked) {
      const field = this.definition.fields[name];
      if (field?.computed) for (const source of field.computed.from) columns.add(source);
      else if (field) columns.add(name);
    }
    return [...columns];
  }
}
