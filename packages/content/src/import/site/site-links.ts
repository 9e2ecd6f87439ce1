import type { SourceLink } from './source-piece.ts';

const HREF = /\bhref\s*=\s*["']([^"'<>\s]{1,2000})["']/gi;
/** A bare URL that may become a link. */
const BARE = /(?<![^\s>])(https?:\/\/[^\s<>"]{1,2000})(?![^\s<])/gi;
/** The base URL if the address of the site is unknown, so that relative URLs still match. */
const UNKNOWN_SITE = 'https://site.invalid';

/** The pieces of a site by their URLs there, so that links between them can be rewritten to the imported records. */
export class SiteLinks {
  readonly #ids = new Set<string>();
  readonly #idOf = new Map<string, string>();

  /** @param base the address of the site, against which relative URLs are resolved */
  add(id: string, address: string, base: string): void {
    this.#ids.add(id);
    const key = keyOf(URL.parse(address, base || UNKNOWN_SITE));
    if (key !== undefined && !this.#idOf.has(key)) this.#idOf.set(key, id);
  }

  /** Returns the links in HTML to pieces of the site, sorted. */
  in(html: string, base: string): SourceLink[] {
    if (this.#ids.size === 0) return [];
    const site = URL.parse(base || UNKNOWN_SITE);
    const links = new Map<string, SourceLink>();
    for (const [, href = ''] of [...html.matchAll(HREF), ...html.matchAll(BARE)]) {
      const address = href.replaceAll(/&(?:amp|#0*38);/g, '&');
      const url = URL.parse(address, base || UNKNOWN_SITE);
      const id = url === null || address.startsWith('#') ? undefined : this.#find(url, site);
      if (url && id !== undefined) links.set(address, { address, id, fragment: url.hash });
    }
    return [...links.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
  }

  #find(url: URL, site: URL | null): string | undefined {
    const number = url.searchParams.get('p') ?? url.searchParams.get('page_id');
    if (number !== null && site !== null && hostOf(url) === hostOf(site)) return this.#ids.has(number) ? number : undefined;
    const key = keyOf(url);
    return key === undefined ? undefined : this.#idOf.get(key);
  }
}

/** Returns a key that is equal for all spellings of a URL: http or https, with or without `www.`, trailing slash or query. */
function keyOf(url: URL | null): string | undefined {
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? undefined : hostOf(url) + path;
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}
