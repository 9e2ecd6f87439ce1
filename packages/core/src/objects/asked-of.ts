import type { Call } from '../callers/call.ts';
import { MalformedError } from '../errors/errors.ts';
import { isStorableText, UNSTORABLE_TEXT } from '../fields/characters.ts';
import type { Asked } from '../planner/asked.ts';
import { fault } from '../queries/fault.ts';
import { both, type Filter, where } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import { parseFilter, unknownField } from '../queries/parse-filter.ts';
import { withForms } from '../search/groups.ts';
import type { Database } from '../storage/database.ts';
import type { SearchTerm } from '../storage/dialect.ts';
import { parseSearch } from '../storage/search-terms.ts';
import type { ColumnsOfClass } from './columns-of-class.ts';
import { cursorSigner } from './cursor-signer.ts';
import { findableFields } from './findable-fields.ts';
import { DEFAULT_LIMIT, pagingFault, type RowQuery } from './query.ts';
import { relationsFor } from './relations.ts';
import { scopeOf } from './scope.ts';

/** The records of a class that a call reads. */
export interface Reading {
  readonly of: ColumnsOfClass;
  readonly database: Database;
  readonly call: Call;
}

/** Returns what a query asks for, limited to what the call may see. @throws MalformedError that names the invalid part */
export async function askedOf(reading: Reading, query: RowQuery, columns: readonly string[]): Promise<Asked> {
  const { of, call } = reading;
  const paging = pagingFault(query);
  if (paging) throw fault(paging.pointer, 'out_of_range', paging.detail);
  const findable = findableFields(of.fields, call.caller);
  const filter = query.where === undefined ? undefined : parseFilter(query.where, findable, relationsFor(call, query.related));
  const search = query.terms ?? (query.search === undefined ? undefined : await termsOf(reading, query, query.search));
  // Results that are found only by excluded words have no rank.
  const isRanked = query.orderBy === undefined && search?.some(({ negated }) => !negated);
  const order = isRanked ? undefined : of.order(query.orderBy);
  const hidden = order?.find(({ field }) => !Object.hasOwn(findable, field));
  if (hidden) throw unknownField('/orderBy', hidden.field, of.fields);
  return {
    filter,
    scope: both(visibleTo(reading), query.within),
    search,
    columns: order ? of.withOrder(columns, order) : columns,
    order,
    after: query.cursor === undefined || !order ? undefined : placeAt(reading, query, query.cursor, order),
    limit: query.limit ?? DEFAULT_LIMIT,
    offset: query.offset ?? 0,
    count: query.count ?? 'exact',
  };
}

/** Returns the filter of the rows in the collection that the call may see. */
export function visibleTo({ of: { definition }, call }: Reading): Filter | undefined {
  const { typeField, typeName } = definition;
  const scope = scopeOf(definition, call);
  return typeField !== undefined && typeName !== undefined ? both(where(typeField, 'eq', typeName), scope) : scope;
}

/** Returns a cursor that continues the query after a row. */
export function cursorAfter(
  { of, database, call }: Reading,
  query: RowQuery,
  order: readonly OrderTerm[],
  row: Readonly<Record<string, unknown>>,
): string {
  const { fields } = of;
  const place = order.map(({ field }) => database.dialect.decode(fields[field]?.kind ?? 'text', row[field]));
  return database.ports.use(cursorSigner).sign(identityOf(of, call, query, order), place);
}

function placeAt({ of, database, call }: Reading, query: RowQuery, cursor: string, order: readonly OrderTerm[]): unknown[] {
  const values = database.ports.use(cursorSigner).verify(identityOf(of, call, query, order), cursor);
  if (values.length !== order.length) throw new MalformedError('cursor: does not fit the order.', { code: 'faulty_query' });
  return values;
}

/** The identity that a cursor is bound to: everything that determines the rows and their order. */
function identityOf({ definition }: ColumnsOfClass, { caller }: Call, query: RowQuery, order: readonly OrderTerm[]): string {
  const { table, typeName } = definition;
  const viewer = caller.kind === 'system' ? 'system' : [caller.kind === 'anonymous', caller.tenantId];
  return JSON.stringify([table, typeName, query.where, order, viewer, query.search, query.within]);
}

/** Returns the words of a search with their other forms. */
async function termsOf({ of, database }: Reading, query: RowQuery, search: string): Promise<readonly SearchTerm[]> {
  if (!of.searchable) throw fault('/search', 'not_searchable', `${of.definition.className} has no full-text search`);
  if (search.length > 1000) throw fault('/search', 'too_long', 'must be at most 1000 characters');
  if (!isStorableText(search)) throw fault('/search', 'not_storable', UNSTORABLE_TEXT);
  return withForms(database, parseSearch(search), languageOf(query));
}

/** The language of a query that names it. */
function languageOf({ where: asked }: RowQuery): string | undefined {
  const language: unknown = asked === undefined ? undefined : (asked as Readonly<Record<string, unknown>>)['language'];
  return typeof language === 'string' && language !== '' ? language : undefined;
}
