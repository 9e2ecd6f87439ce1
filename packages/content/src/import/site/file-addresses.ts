const ADDRESS = /(?:src|href)\s*=\s*["']([^"'<>\s]{1,2000})["']/gi;

/**
 * Returns a key that is equal for all URLs of a file: without the scheme, and without the size suffix of scaled copies.
 *
 * @example
 * addressKey('https://blog.example/2014/town-300x200.jpg'); // '//blog.example/2014/town.jpg'
 */
export function addressKey(url: string): string {
  return url.replace(/^https?:/i, '').replace(/-\d{1,5}x\d{1,5}(?=\.[a-z0-9]{1,5}$)/i, '');
}

/** Returns the URLs in HTML whose files are stored here, with their assets, sorted. */
export function storedFilesIn(html: string, stored: ReadonlyMap<string, string>): [address: string, assetId: string][] {
  if (stored.size === 0) return [];
  const assetIds = new Map<string, string>();
  for (const [, address = ''] of html.matchAll(ADDRESS)) {
    const id = stored.get(addressKey(address));
    if (id !== undefined) assetIds.set(address, id);
  }
  return [...assetIds].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
