import type { Database } from '@colophon/core';
import type { PageAddress } from './page-address.ts';

/** The location of a mirror. */
export interface MirrorPlace {
  readonly tenantId: string | null;
  readonly context: string;
  /** The URLs: the requested one, and the one after redirects. */
  readonly addresses: readonly PageAddress[];
}

/**
 * Returns the id of the content that mirrors one of these URLs, if any. A mirror whose URL only redirected to one of them counts if both
 * belong to the same site: another site could redirect elsewhere later, and a refresh would then replace the text of that page.
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

/** Returns the host of a URL, the same with and without `www.`; scheme and port can change without a change of the owner. */
function siteOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
