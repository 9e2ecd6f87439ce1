import { Contents, formerPath, formerPathKey } from '@colophon/content';
import type { Database } from '@colophon/core';
import { addressOfRow } from '../piece-address.ts';
import type { Reading } from '../reader-call.ts';

/**
 * Where the piece is read that stood at this path before it was imported, or that WordPress knew by this `?p=`. Undefined where none that
 * readers may see did, or more than one. It is always an address of our own, and never made of what was asked for.
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
  const address = row && !another ? addressOfRow(row, reading) : undefined;
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
