import type { Database } from '@colophon/core';
import type { PageAddress } from './page-address.ts';

/** Where a mirror would stand. */
export interface MirrorPlace {
  readonly tenantId: string | null;
  readonly context: string;
  /** The addresses: the one asked for, and where it led. */
  readonly addresses: readonly PageAddress[];
}

/**
 * The id of the content that mirrors one of these addresses, if any does. A mirror whose address only led to one of them
 * counts when both are of one site: another site could lead elsewhere tomorrow, and a refresh would put its words in the place
 * of that page's.
 */
export async function findMirrored(database: Database, { tenantId, context, addresses }: MirrorPlace): Promise<string | undefined> {
  const keys = addresses.map(({ key }) => key);
  const query = database.dialect.builder
    .selectFrom('content_mirrors')
    .select(['contentId', 'canonicalUrl', 'urlKey', 'finalUrlKey'])
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('context', '=', context)
    .where((each) => each.or([each('urlKey', 'in', keys), each('finalUrlKey', 'in', keys)]))
    .orderBy('id');
  const rows = await database.all(query.compile());
  const asked = rows.find(({ urlKey }) => keys.includes(String(urlKey)));
  const led = rows.find(({ canonicalUrl, finalUrlKey }) =>
    addresses.some(({ key, canonical }) => key === finalUrlKey && siteOf(canonical) === siteOf(String(canonicalUrl))),
  );
  const row = asked ?? led;
  return row && String(row['contentId']);
}

/** The host of an address, the same with and without `www.`; the scheme and the port of a site change without it changing hands. */
function siteOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
