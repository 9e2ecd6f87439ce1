import type { DiscoveryUser } from '@colophon/contract';
import type { ArtifactFacts, CatalogIndex, ResourceSummary } from './catalog-index.ts';
import { CatalogResource } from './catalog-resource.ts';

/** Returns a command as the server sent it: the one at `command` of the resource at `resource`, by their positions in the index. */
export type LoadCommand = (resource: number, command: number) => unknown;

/** The server's catalog for this caller. Commands are parsed on first use, since most runs need one command of hundreds. */
export class Catalog implements ArtifactFacts {
  readonly user: DiscoveryUser;
  readonly warnings: readonly string[];
  readonly digest: ArtifactFacts['digest'];
  readonly hasUnknownArtifact: ArtifactFacts['hasUnknownArtifact'];
  /** The resources that can be used, by slug. */
  readonly summaries: ReadonlyMap<string, ResourceSummary>;
  /** Why the resource with that slug is rejected. */
  readonly refused: ReadonlyMap<string, string>;
  readonly #load: LoadCommand;
  readonly #positions = new Map<string, number>();

  constructor(index: CatalogIndex, load: LoadCommand) {
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
    this.hasUnknownArtifact = index.hasUnknownArtifact;
    this.summaries = summaries;
    this.refused = refused;
    this.#load = load;
  }

  /** The resource with that slug; undefined if there is none that can be used. */
  resource(slug: string): CatalogResource | undefined {
    const summary = this.summaries.get(slug);
    const position = this.#positions.get(slug);
    if (summary === undefined || position === undefined) return undefined;
    return new CatalogResource(summary, (command) => this.#load(position, command));
  }

  /** All usable resources. */
  resources(): readonly CatalogResource[] {
    return Array.from(this.summaries.keys(), (slug) => this.resource(slug)).filter((resource) => resource !== undefined);
  }
}
