import { isPlainObject, type DiscoveryUser } from '@colophon/contract';
import type { CatalogIndex, ResourceSummary } from './catalog-index.ts';
import { readCatalogResource, type CatalogResource } from './catalog-resource.ts';

/**
 * What the server offers this caller. A resource is read and checked when it is first asked for, since most runs need one of many.
 */
export class Catalog {
  readonly user: DiscoveryUser;
  readonly warnings: readonly string[];
  /** Of the artifact; undefined when the server sent none. */
  readonly digest: string | undefined;
  /** The resources that can be used, by slug. */
  readonly summaries: ReadonlyMap<string, ResourceSummary>;
  /** Why a resource of that slug will not be used. */
  readonly refused: ReadonlyMap<string, string>;
  readonly #load: (position: number) => unknown;
  readonly #positions = new Map<string, number>();
  readonly #read = new Map<string, CatalogResource>();

  /** @param load hands out the resource at a position of the index, as the server sent it */
  constructor(index: CatalogIndex, load: (position: number) => unknown) {
    const summaries = new Map<string, ResourceSummary>();
    const refused = new Map<string, string>();
    index.resources.forEach((summary, position) => {
      if (summary.fault !== undefined) {
        refused.set(summary.slug, summary.fault);
        return;
      }
      summaries.set(summary.slug, summary);
      this.#positions.set(summary.slug, position);
    });
    this.user = index.user;
    this.warnings = index.warnings;
    this.digest = index.digest;
    this.summaries = summaries;
    this.refused = refused;
    this.#load = load;
  }

  /** The resource of that slug; undefined when there is none that can be used. */
  resource(slug: string): CatalogResource | undefined {
    const position = this.#positions.get(slug);
    if (position === undefined) return undefined;
    const known = this.#read.get(slug);
    if (known !== undefined) return known;
    const entry = this.#load(position);
    if (!isPlainObject(entry)) return undefined;
    const resource = readCatalogResource(entry);
    this.#read.set(slug, resource);
    return resource;
  }

  /** All resources that can be used, each of them read. */
  resources(): readonly CatalogResource[] {
    return Array.from(this.summaries.keys(), (slug) => this.resource(slug)).filter((resource) => resource !== undefined);
  }
}
