import {
  type AnyCollectionClass,
  both,
  type Call,
  type Collection,
  collection,
  type CollectionOptions,
  type Database,
  type AnyObjectClass,
  type FacetQuery,
  type Filter,
  ForbiddenError,
  NotFoundError,
  type Operations,
  type Page,
  type Query,
  type RankedQuery,
  recordOutput,
  type RowQuery,
  type StoredObject,
  type StoredValues,
  type ValueCount,
  where,
} from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import type { SearchTerm } from '@colophon/core/search';
import { slugify, Tags } from '@colophon/tags';
import { BySlugInput, UpsertInput } from './content-inputs.ts';
import { CAPABILITIES } from './capabilities.ts';
import { Content } from './content.ts';
import type { Capability, ContentCollection } from '../record/capability.ts';
import { provideContentTables } from '../record/beside-contents.ts';
import { provideContents } from '../record/contents-of.ts';
import { collectionOperations, collectionWith } from '../record/with-capabilities.ts';
import { orderedPage } from '../search/ordered-page.ts';
import { termsOfQuery } from '../search/terms-of-query.ts';
import { resolveTagFilter } from '../tagging/resolve-tag-filter.ts';
import { contentTags } from '../tagging/content-tags.ts';
import type { MirrorInput } from '../mirror/mirror-input.ts';
import { foldName } from '../record/names.ts';
import { withChanged } from '../editions/changed-records.ts';
import { withOwn } from '../record/own-records.ts';
import { Article, ContentDocument, Mirror } from './subclasses.ts';

type ContentQuery = Query<StoredValues<Content>>;

/** The collections of the capabilities, which an application registers with `Contents`. */
export const GOVERNED_COLLECTIONS: readonly AnyCollectionClass[] = CAPABILITIES.flatMap((each: Capability) => each.tables ?? []);

/** The internal collections of the capabilities. */
const STORES: readonly AnyCollectionClass[] = CAPABILITIES.flatMap((each: Capability) => each.stores ?? []);

const joined: CollectionOptions = {
  junctions: [contentTags],
  requires: () => [Contents, Articles, ContentDocuments, Mirrors, Tags, ...GOVERNED_COLLECTIONS, ...STORES, Jobs],
};

const ContentCollectionBase = collectionWith(collection(Content, joined), CAPABILITIES);

/**
 * All content, of any type. Deleted records are omitted from lists and counts unless `where` names `status`.
 *
 * @example
 * const contents = await Contents.create({ db: { url: 'sqlite:./data/site.sqlite' } });
 * await contents.getOrUpsert({ slug: 'about', context: '', title: 'About us', body: '…' });
 */
export class Contents extends ContentCollectionBase {
  static readonly operations: Operations<Contents> = {
    bySlug: {
      input: BySlugInput,
      output: recordOutput(),
      method: 'GET',
      path: ['by-slug'],
      finds: bySlugFilters,
      description: 'Get the record with a slug in a context.',
    },
    upsert: {
      input: UpsertInput,
      output: recordOutput(),
      access: 'editor',
      description: 'Update the record with this slug and context, or create it if there is none.',
    },
    ...collectionOperations(CAPABILITIES),
  };

  override async page(query: ContentQuery & { count?: 'exact' | 'none' } = {}): Promise<Page<Content>> {
    const understood = await this.#understood(query);
    return (await orderedPage(this, understood, (page) => super.page(page))) ?? super.page(understood);
  }

  override async rows(query: RowQuery<StoredValues<Content>> = {}): Promise<Page<Record<string, unknown>>> {
    const understood = await this.#understood(query);
    return (await orderedPage(this, understood, (page) => super.rows(page))) ?? super.rows(understood);
  }

  override async count(query: Pick<ContentQuery, 'where' | 'search' | 'terms' | 'within'> = {}): Promise<number> {
    return super.count(await this.#understood(query));
  }

  override async countBy(field: string, query: Pick<ContentQuery, 'where' | 'search' | 'terms' | 'within'> = {}): Promise<ValueCount[]> {
    // The counts by status include deleted.
    return super.countBy(field, field === 'status' ? await this.#searched(query) : await this.#understood(query));
  }

  override async ranked(query: RankedQuery<StoredValues<Content>>): Promise<Record<string, unknown>[]> {
    return super.ranked(await this.#understood(query));
  }

  override async facet(query: FacetQuery<StoredValues<Content>>): Promise<{ value: string; count: number }[]> {
    return super.facet(await this.#understood(query));
  }

  /** Adapts a query: deleted records are omitted unless it filters by status, and old tag names and the words of a search are resolved. */
  async #understood<Q extends Searchable>(query: Q): Promise<Q> {
    const understood = withoutDeleted(withChanged(withOwn(query, this.call.caller), this.call));
    return this.#searched({ ...understood, where: await resolveTagFilter(this.database, this.call, understood.where) });
  }

  async #searched<Q extends Searchable>(query: Q): Promise<Q> {
    const { search, terms } = query;
    if (terms !== undefined || !isSearch(search)) return query;
    const language = isPlainObject(query.where) && typeof query.where['language'] === 'string' ? query.where['language'] : undefined;
    return { ...query, terms: (await termsOfQuery(this.database, this.call, search, { language })).terms };
  }

  /**
   * Returns the record with a slug in a context, the tenant's own before a global one.
   *
   * @throws NotFoundError if there is none, or none that the caller may see
   */
  async bySlug({ slug, context = '' }: BySlugInput): Promise<Content> {
    const found = await this.findBySlug(slug, context);
    if (!found) throw new NotFoundError(`There is no content with the slug ${slug}${context === '' ? '' : ` in ${context}`}.`);
    return found;
  }

  /**
   * Imports a page or a PDF as a draft of type `mirror`. A second call returns the existing record, without a request.
   *
   * @param input `url`, the `context` of its slug, and `mirrorDir`, a folder to which the mirror is also written
   * @throws ColophonError `address_refused`, `robots_refused`, `fetch_failed`, `fetch_timeout`, `nothing_to_mirror` and others
   * @example
   * const contents = await Contents.create({ db: { url: 'sqlite:./data/site.sqlite' } });
   * const copy = await contents.mirror({ url: 'https://example.org/report', context: 'sources', mirrorDir: './mirrors' });
   */
  override async mirror(input: MirrorInput, call: Call = this.call): Promise<Mirror> {
    return (await super.mirror(input, call)) as Mirror;
  }

  /** Like `bySlug`, but returns undefined if there is none. */
  async findBySlug(slug: string, context = ''): Promise<Content | undefined> {
    for (const filter of bySlugFilters({ slug, context }, this.call)) {
      const found = await this.findMatching(filter);
      if (found) return found as Content;
    }
    return undefined;
  }

  /**
   * Returns a tenant's records together with the global ones; with null only the global ones.
   *
   * @throws ForbiddenError if the collection acts for a caller of another tenant
   */
  findWithGlobals(tenantId: string | null = this.call.caller.tenantId, query: ContentQuery = {}): Promise<Content[]> {
    const { caller } = this.call;
    if (caller.kind !== 'system' && caller.tenantId !== tenantId) throw new ForbiddenError('These records belong to another tenant.');
    const tenants = tenantId === null ? [{ tenantId: null }] : [{ tenantId }, { tenantId: null }];
    return this.list({ ...query, where: { all: [{ any: tenants }, ...(query.where ? [query.where] : [])] } } as ContentQuery);
  }

  /** Creates a new record of the class that its type selects, whatever its spelling. */
  override make(data: Readonly<Partial<StoredValues<Content>>>): Content {
    return super.make(typeof data.type === 'string' ? { ...data, type: foldName(data.type) } : data);
  }

  /** Like `getOrUpsert`, for external callers. */
  upsert(input: UpsertInput): Promise<Content> {
    return this.getOrUpsert(input as Partial<StoredValues<Content>>);
  }

  /**
   * Returns the record with this slug and context (and tenant), updated with the given values; creates it if there is none. The default
   * slug is generated from the title.
   */
  override getOrUpsert(
    data: Readonly<Partial<StoredValues<Content>>>,
    defaults: Readonly<Partial<StoredValues<Content>>> = {},
  ): Promise<Content> {
    const slug = data.slug || (typeof data.title === 'string' ? slugify(data.title) : '');
    return super.getOrUpsert({ ...data, ...(slug === '' ? {} : { slug }) }, defaults);
  }
}

/** Returns the filters that find a record by its slug: the tenant's own first, then a global one. */
function bySlugFilters({ slug, context = '' }: BySlugInput, { caller }: Call): readonly Filter[] {
  // No record has such a slug, and no database accepts it as text.
  if (!isStorable(slug) || !isStorable(context)) return [];
  const isGlobal = where('tenantId', 'null', true);
  const own = caller.kind === 'system' ? where('tenantId', 'null', false) : where('tenantId', 'eq', caller.tenantId);
  const tenants = caller.kind !== 'system' && caller.tenantId === null ? [isGlobal] : [own, isGlobal];
  const matching = [where('slug', 'eq', slug), where('context', 'eq', context), where('status', 'ne', 'deleted')];
  return tenants.map((tenant): Filter => ({ kind: 'all', filters: [...matching, tenant] }));
}

/** The parts of a query that are adapted. */
interface Searchable {
  readonly where?: unknown;
  readonly within?: Filter;
  readonly search?: string;
  readonly terms?: readonly SearchTerm[];
}

/** Anything else is rejected where the collection reads it. */
function isSearch(search: string | undefined): search is string {
  return search !== undefined && search.length <= 1000 && isStorable(search);
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Excludes deleted records unless the query filters by status. */
function withoutDeleted<Q extends { readonly where?: unknown; readonly within?: Filter }>(query: Q): Q {
  if (isPlainObject(query.where) && mentionsStatus(query.where, 0)) return query;
  return { ...query, within: both(query.within, NOT_DELETED) };
}

const NOT_DELETED = where('status', 'ne', 'deleted');

function mentionsStatus(where: Readonly<Record<string, unknown>>, depth: number): boolean {
  if (Object.hasOwn(where, 'status')) return true;
  if (depth > 50) return false;
  const groups = [where['all'], where['any'], where['not']].flat();
  return groups.some((group) => isPlainObject(group) && mentionsStatus(group, depth + 1));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Articles only. */
export class Articles extends Contents {
  static override readonly objectClass: AnyObjectClass = Article;
  static override readonly collectionOptions: CollectionOptions = { name: 'articles', ...joined };
}

/** Documents only. */
export class ContentDocuments extends Contents {
  static override readonly objectClass: AnyObjectClass = ContentDocument;
  static override readonly collectionOptions: CollectionOptions = { name: 'content_documents', ...joined };
}

/** Mirrors only. */
export class Mirrors extends Contents {
  static override readonly objectClass: AnyObjectClass = Mirror;
  static override readonly collectionOptions: CollectionOptions = { name: 'mirrors', ...joined };
}

/** A collection of one type of content: like `Contents`, with the records of its class. */
export type ContentsOfType<T extends StoredObject> = Omit<Contents, keyof Collection<StoredObject>> & Collection<T>;

/**
 * Creates the base class of a collection of one type of content, whose class an application adds.
 *
 * @example
 * class Recipe extends Content.extend({ servings: integer() }) {
 *   static readonly typeName = 'recipe';
 * }
 * class Recipes extends contentsOfType(Recipe) {}
 * operationTable([...CONTENT_COLLECTIONS, Recipes, Tags, Jobs]);
 */
export function contentsOfType<C extends AnyObjectClass>(
  objectClass: C,
  { name }: Pick<CollectionOptions, 'name'> = {},
): Omit<typeof Contents, 'prototype'> & (new (database: Database, call?: Call) => ContentsOfType<InstanceType<C>>) {
  const made = class extends Contents {
    static override readonly objectClass: AnyObjectClass = objectClass;
    static override readonly collectionOptions: CollectionOptions = { ...(name === undefined ? {} : { name }), ...joined };
  };
  return made as unknown as ReturnType<typeof contentsOfType<C>>;
}

provideContents((database, call) => new Contents(database, call) as unknown as ContentCollection);
provideContentTables(Contents);
