import { Contents, formerPath, formerPathKey } from '@colophon/content';
import type { Database } from '@colophon/core';
import { addressOfRow } from '../piece-address.ts';
import type { Reading } from '../reader-call.ts';

/**
 * The current path of the piece that had this path before it was imported, or this `?p=` in WordPress. Undefined if no piece visible to
 * readers had it, or more than one. The result is always a path of this site, and never built from the request.
 */
export async function addressNow(database: Database, reading: Reading, url: URL): Promise<string | undefined> {
  const where = conditionOf(url);
  if (!where) return undefined;
  const { items } = await new Contents(database, reading.call).rows({
    where: { ...where, status: 'published' },
    fields: ['id', 'type', 'slug', 'context', 'tenantId'],
    limit: 2,
    count: 'none',
  });
  const [row, another] = items;
  const address = row && !another ? addressOfRow(database, row, reading) : undefined;
  return address === url.pathname ? undefined : address;
}

function conditionOf({ href, pathname, searchParams }: URL): Readonly<Record<string, unknown>> | undefined {
  if (pathname === '/') {
    const id = searchParams.get('p') ?? '';
    return /^\d{1,19}$/.test(id) ? { 'metadata.import.system': 'wordpress', 'metadata.import.id': id } : undefined;
  }
  const path = formerPath(href);
  if (path === null) return undefined;
  return { any: [{ 'metadata.import.path': path }, { [`metadata.import.paths.${formerPathKey(path)}`]: path }] };
}
