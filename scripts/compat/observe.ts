type Json = Record<string, unknown>;

/** What a Newsroom's API answers about everything that it stores, in a form that a later version is compared with. */
export interface Observed {
  /** The records of each collection by their keys, as an admin reads them. */
  readonly records: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** The signed account of each published piece, for offline verification. */
  readonly accounts: Readonly<Record<string, Json>>;
  /** The keys that sign. */
  readonly keys: Json;
}

/** Collections whose records an upgrade must carry unchanged. */
const COLLECTIONS = [
  'contents',
  'content-versions',
  'content-reviews',
  'content-corrections',
  'content-references',
  'facts',
  'fact-links',
  'assets',
  'content-assets',
  'content-comments',
  'content-trash',
  'content-saved-views',
  'content-governance-policies',
  'content-governance-profiles',
  'content-governance-assignments',
  'content-contributions',
  'content-contribution-types',
  'content-contribution-revisions',
  'content-contributors',
  'tags',
  'tag-aliases',
  'audit-entries',
] as const;

/** Reads all records, the account of each published piece, and the keys. */
export async function observe(url: string, token: string): Promise<Observed> {
  const get = async (path: string): Promise<Json> => {
    const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Json;
  };
  const records: Record<string, Record<string, Json>> = {};
  for (const collection of COLLECTIONS) {
    const read: Json[] = [];
    for (let path: string | undefined = `/api/v1/${collection}?limit=100`; path !== undefined;) {
      const page: Json = await get(path);
      read.push(...(page['items'] as Json[]));
      path = page['nextCursor'] ? `/api/v1/${collection}?limit=100&cursor=${encodeURIComponent(page['nextCursor'] as string)}` : undefined;
    }
    records[collection] = Object.fromEntries(read.map((record) => [String(record['id'] ?? record['slug']), record]));
  }
  const accounts: Record<string, Json> = {};
  for (const [id, { status }] of Object.entries(records['contents'] ?? {}))
    if (status === 'published') accounts[id] = await get(`/api/v1/contents/${id}/account`);
  return { records, accounts, keys: await get('/.well-known/jwks.json') };
}
