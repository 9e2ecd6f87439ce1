import type { TermLeftOut } from '../site/import-report.ts';
import type { SourceTag } from '../site/source-piece.ts';
import { decodedSegment } from '../site/web-address.ts';
import type { WxrItem, WxrItemTerm, WxrTerm } from './wxr-item.ts';

const MAXIMUM_DEPTH = 20;
const MAXIMUM_CATEGORY = 500;

/** The mapped categories, tags and other terms of an item. */
export interface MappedTerms {
  /** The first category as a path from the root: `news/politics`. */
  readonly category: string | null;
  /** Tags, and the categories other than the first, each with its ancestors. */
  readonly tags: readonly SourceTag[];
  /** Names of terms in other taxonomies, by taxonomy. */
  readonly taxonomies: Readonly<Record<string, readonly string[]>>;
}

/** The terms declared in the head of an export. */
export class WxrTerms {
  readonly #terms = new Map<string, WxrTerm>();
  /** Keys of the terms that a mapped item has, and of those above them. */
  readonly #used = new Set<string>();

  add(term: WxrTerm): void {
    this.#terms.set(keyOf(term.taxonomy, term.slug), term);
  }

  /** The number of custom fields of all terms. */
  get meta(): number {
    return [...this.#terms.values()].reduce((sum, term) => sum + term.meta, 0);
  }

  /** Returns what is not in the mapped items: terms that none of them has, and the descriptions of the others. */
  leftOut(): TermLeftOut[] {
    return [...this.#terms].flatMap(([key, { taxonomy, slug, name, description }]): TermLeftOut[] => {
      const about = { taxonomy, slug: decodedSegment(slug), name: name || decodedSegment(slug) };
      if (!this.#used.has(key)) return [{ ...about, what: 'term' }];
      return description === '' ? [] : [{ ...about, what: 'description' }];
    });
  }

  /** Maps the terms of an item. */
  map({ terms }: Pick<WxrItem, 'terms'>): MappedTerms {
    // Version 1.0 names each category twice, the second time with its taxonomy.
    const named = terms.filter(({ domain }) => domain !== '');
    const withTaxonomy = named.length > 0 ? named : terms.map((term) => ({ ...term, domain: 'category' }));
    const [categories, tags, others] = [[] as WxrItemTerm[], [] as WxrItemTerm[], new Map<string, string[]>()];
    for (const term of withTaxonomy) {
      if (term.domain === 'category') categories.push(term);
      else if (term.domain === 'post_tag' || term.domain === 'tag') tags.push(term);
      else if (term.domain !== 'post_format') {
        this.#used.add(keyOf(term.domain, term.slug));
        others.set(term.domain, [...(others.get(term.domain) ?? []), term.name]);
      }
    }
    const [first, ...further] = categories.filter(({ slug }) => slug !== 'uncategorized');
    return {
      category: first ? this.#pathOf(first) : null,
      tags: [...tags.map((term) => this.#tagOf('post_tag', term)), ...further.map((term) => this.#tagOf('category', term))],
      taxonomies: Object.fromEntries([...others].filter(([name]) => name !== '__proto__').slice(0, 50)),
    };
  }

  #pathOf(term: WxrItemTerm): string {
    const segments: string[] = [];
    for (let each: SourceTag | undefined = this.#tagOf('category', term); each; each = each.parent) {
      segments.unshift((each.slug || each.name).replaceAll('/', '-'));
    }
    return segments.join('/').slice(0, MAXIMUM_CATEGORY);
  }

  #tagOf(taxonomy: string, { slug, name }: WxrItemTerm): SourceTag {
    const declared = this.#terms.get(keyOf(taxonomy, slug));
    this.#used.add(keyOf(taxonomy, slug));
    return {
      slug: decodedSegment(slug),
      name: name || declared?.name || decodedSegment(slug),
      ...(declared?.parent ? { parent: this.#above(taxonomy, declared.parent, new Set([slug])) } : {}),
    };
  }

  /** Returns the parent term; a cycle is cut before it closes. */
  #above(taxonomy: string, slug: string, below: Set<string>): SourceTag | undefined {
    const term = this.#terms.get(keyOf(taxonomy, slug));
    if (!term || below.has(slug) || below.size > MAXIMUM_DEPTH) return undefined;
    below.add(slug);
    this.#used.add(keyOf(taxonomy, slug));
    return {
      slug: decodedSegment(slug),
      name: term.name || slug,
      parent: term.parent ? this.#above(taxonomy, term.parent, below) : undefined,
    };
  }
}

function keyOf(taxonomy: string, slug: string): string {
  return `${taxonomy} ${slug}`;
}
