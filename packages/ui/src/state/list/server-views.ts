import { newIntent } from '@colophon/client';
import { isPlainObject } from '@colophon/base';
import { type ColophonClient, send } from '../client-port.ts';
import { readList } from '../read-list.ts';
import { LIST_FILTERS, type ListFilter } from './list-query.ts';
import { readListAddress, writeListAddress } from './list-url.ts';

/** A view stored on the server: personal, or shared within the tenant. */
export interface ServerView {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
  readonly shared: boolean;
  readonly ownerId: string | null;
  /** As the query of a URL; null if it uses filters that this list cannot show. */
  readonly search: string | null;
}

/** Reads the views that the user can see. @throws ProblemError if the server has none */
export async function readServerViews(client: ColophonClient, signal: AbortSignal): Promise<readonly ServerView[]> {
  const views = await readList<Record<string, unknown>>(client, '/content-saved-views', { signal });
  return views.flatMap(({ id, rev, name, shared, ownerId, query }) =>
    typeof id === 'string' && typeof name === 'string' && typeof rev === 'number'
      ? [{ id, rev, name, shared: shared === true, ownerId: typeof ownerId === 'string' ? ownerId : null, search: searchOf(query) }]
      : [],
  );
}

/**
 * Saves the state in a URL under a name, replacing the user's own view of that name.
 *
 * @throws ProblemError
 */
export async function saveServerView(
  client: ColophonClient,
  { name, search, shared }: Pick<ServerView, 'name' | 'shared'> & { readonly search: string },
  before: ServerView | undefined,
): Promise<void> {
  const body = { name, query: queryOf(search), shared };
  if (before === undefined) await send(client, 'post', '/content-saved-views', { body, intent: newIntent() });
  else
    await send(client, 'patch', '/content-saved-views/{id}', {
      params: { path: { id: before.id } },
      body: { query: body.query, shared },
      ifMatch: before.rev,
    });
}

/** Deletes a view; a shared one for everyone. @throws ProblemError */
export async function removeServerView(client: ColophonClient, { id }: ServerView): Promise<void> {
  await send(client, 'delete', '/content-saved-views/{id}', { params: { path: { id } } });
}

const NAMES: Readonly<Record<ListFilter, string>> = {
  status: 'status',
  type: 'type',
  category: 'category',
  tag: 'tags',
  mine: 'mine',
  changed: 'changedSincePublication',
};

/** Returns the query of `GET /contents` for a URL. */
export function queryOf(address: string): { readonly where?: object; readonly orderBy?: string; readonly search?: string } {
  const { search, filters, sort } = readListAddress(address);
  const where = Object.fromEntries(
    LIST_FILTERS.flatMap((filter) =>
      filters[filter] === undefined ? [] : [[NAMES[filter], filter === 'mine' || filter === 'changed' ? true : filters[filter]]],
    ),
  );
  return {
    ...(Object.keys(where).length > 0 && { where }),
    ...(sort !== null && { orderBy: sort }),
    ...(search.trim() !== '' && { search: search.trim() }),
  };
}

/** Returns the URL of a query; null if the list has no filter for a part of it. */
export function searchOf(query: unknown): string | null {
  if (!isPlainObject(query)) return null;
  const { where = {}, orderBy, search = '' } = query;
  if (!isPlainObject(where) || typeof search !== 'string') return null;
  const asked = new URLSearchParams(search === '' ? {} : { q: search });
  for (const [name, condition] of Object.entries(where)) {
    const filter = LIST_FILTERS.find((each) => NAMES[each] === name);
    const value = isPlainObject(condition) && Object.keys(condition).join() === 'eq' ? condition['eq'] : condition;
    if (filter === undefined || !(typeof value === 'string' || value === true)) return null;
    asked.set(filter, String(value));
  }
  if (typeof orderBy === 'string') asked.set('sort', orderBy);
  const address = readListAddress(asked.toString());
  // The list cannot show an order that it does not offer.
  return orderBy !== undefined && address.sort === null ? null : writeListAddress('', address);
}
