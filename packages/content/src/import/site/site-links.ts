import type { SourceLink } from './source-piece.ts';

const HREF = /\bhref\s*=\s*["']([^"'<>\s]{1,2000})["']/gi;
/** An address that may become a link because it stands alone. */
const BARE = /(?<![^\s>])(https?:\/\/[^\s<>"]{1,2000})(?![^\s<])/gi;
/** Stands for the site where nobody said where that is; addresses without a host are found all the same. */
const UNKNOWN_SITE = 'https://site.invalid';

/** The pieces of a site by the addresses where they stood, so that links between them lead to what they become here. */
export class SiteLinks {
  readonly #ids = new Set<string>();
  readonly #idOf = new Map<string, string>();

  /** @param base where the site stands; addresses are read from there */
  add(id: string, address: string, base: string): void {
    this.#ids.add(id);
    const key = keyOf(URL.parse(address, base || UNKNOWN_SITE));
    if (key !== undefined && !this.#idOf.has(key)) this.#idOf.set(key, id);
  }

  /** The links of some HTML that lead to pieces of the site, in one order. */
  in(html: string, base: string): SourceLink[] {
    if (this.#ids.size === 0) return [];
    const site = URL.parse(base || UNKNOWN_SITE);
    const found = new Map<string, SourceLink>();
    for (const [, written = ''] of [...html.matchAll(HREF), ...html.matchAll(BARE)]) {
      const address = written.replaceAll(/&(?:amp|#0*38);/g, '&');
      const url = URL.parse(address, base || UNKNOWN_SITE);
      const id = url === null || address.startsWith('#') ? undefined : this.#find(url, site);
      if (url && id !== undefined) found.set(address, { address, id, fragment: url.hash });
    }
    return [...found.values()].toSorted((one, other) => (one.address < other.address ? -1 : 1));
  }

  #find(url: URL, site: URL | null): string | undefined {
    const number = url.searchParams.get('p') ?? url.searchParams.get('page_id');
    if (number !== null && site !== null && hostOf(url) === hostOf(site)) return this.#ids.has(number) ? number : undefined;
    const key = keyOf(url);
    return key === undefined ? undefined : this.#idOf.get(key);
  }
}

/** The same for every spelling of an address: http or https, with or without `www.`, a slash at its end, a query. */
function keyOf(url: URL | null): string | undefined {
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? undefined : hostOf(url) + path;
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}
