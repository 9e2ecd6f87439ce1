const ADDRESS = /(?:src|href)\s*=\s*["']([^"'<>\s]{1,2000})["']/gi;

/**
 * The same for every spelling of an address under which a file may be shown: without its scheme, and without the size that
 * stands in the name of a smaller copy.
 *
 * @example
 * addressKey('https://blog.example/2014/town-300x200.jpg'); // '//blog.example/2014/town.jpg'
 */
export function addressKey(url: string): string {
  return url.replace(/^https?:/i, '').replace(/-\d{1,5}x\d{1,5}(?=\.[a-z0-9]{1,5}$)/i, '');
}

/** The addresses in HTML whose files are stored here, with their assets, in one order. */
export function storedFilesIn(html: string, stored: ReadonlyMap<string, string>): [address: string, assetId: string][] {
  if (stored.size === 0) return [];
  const found = new Map<string, string>();
  for (const [, address = ''] of html.matchAll(ADDRESS)) {
    const id = stored.get(addressKey(address));
    if (id !== undefined) found.set(address, id);
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
