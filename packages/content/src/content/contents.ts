import {
  both,
  collection,
  type CollectionOptions,
  type AnyObjectClass,
  type Filter,
  ForbiddenError,
  NotFoundError,
  type Operations,
  type Page,
  type Query,
  type RowQuery,
  type StoredValues,
  where,
} from '@colophon/core';
import { type Job, Jobs } from '@colophon/core/jobs';
import { slugify, Tags } from '@colophon/tags';
import { BySlugInput, SyncInput, UpsertInput } from './content-inputs.ts';
import { Content } from './content.ts';
import { DeletedPosts } from '../import/deleted-post.ts';
import { syncArticles } from '../import/sync-content-dir.ts';
import type { WriteReport } from '../import/write-all.ts';
import { resolveTagFilter } from '../tagging/resolve-tag-filter.ts';
import { contentTags } from '../tagging/content-tags.ts';
import { correctionsAsAtom, correctionsAsJsonFeed, type CorrectionsFeed, readCorrectionsFeed } from '../corrections/corrections-feed.ts';
import { Facts } from '../facts/fact.ts';
import { governanceOperations } from '../governance/content-operations.ts';
import { answerDefinitions, type DefinitionsAnswer } from '../governance/definitions-answer.ts';
import { GOVERNED_COLLECTIONS } from '../governance/governed-collections.ts';
import { isOfTheHouse } from '../governance/house-access.ts';
import type { BrowseFactsInput, FeedInput, ResolveInput } from '../governance/inputs.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { foldName } from '../governance/names.ts';
import type { ReviewsInput } from '../reviews/batch/reviews-input.ts';
import { submitReviews } from '../reviews/batch/submit-reviews.ts';
import { evaluateMany, type ProfileEvaluation } from '../reviews/evaluate.ts';
import type { ReadinessInput } from '../reviews/review-input.ts';
import { answerGovernance, type GovernanceAnswer } from '../governance/resolve.ts';
import { Article, ContentDocument, Mirror } from './subclasses.ts';

/** What `evaluateReadiness` answers. */
interface Readiness {
  readonly items: readonly ({ readonly contentId: string } & ProfileEvaluation)[];
}

type ContentQuery = Query<StoredValues<Content>>;

const joined: CollectionOptions = { junctions: [contentTags], requires: () => [Tags, ...GOVERNED_COLLECTIONS, DeletedPosts, Jobs] };

/**
 * All content, whatever its type. What is deleted is left out of lists and counts unless `where` names `status`.
 *
 * @example
 * const contents = await Contents.create({ db: { url: 'sqlite:./data/site.sqlite' } });
 * await contents.getOrUpsert({ slug: 'about', context: '', title: 'About us', body: '…' });
 */
export class Contents extends collection(Content, { types: [Article, ContentDocument, Mirror], ...joined }) {
  static readonly operations: Operations<Contents> = {
    bySlug: {
      input: BySlugInput,
      method: 'GET',
      path: ['by-slug'],
      description: 'Get the record with a slug in a context.',
    },
    upsert: {
      input: UpsertInput,
      access: 'editor',
      description: 'Update the record with this slug and context, or create it where there is none.',
    },
    syncContentDir: {
      input: SyncInput,
      access: 'editor',
      transaction: false,
      description: 'Write every article to <contentDir>/<context>/<slug>/index.md.',
    },
    ...governanceOperations,
  };

  /** The facts that there are, best matches of a search first; without a search the newest first. */
  browseFacts({ query, latestOnly = true, limit, offset, cursor }: BrowseFactsInput = {}): Promise<Page<Record<string, unknown>>> {
    return new Facts(this.database, this.call).rows({
      ...(query === undefined || query.trim() === '' ? {} : { search: query }),
      ...(latestOnly ? { where: { status: { ne: 'superseded' } } } : {}),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
      ...(cursor === undefined ? {} : { cursor }),
    });
  }

  /** The policies, profiles and assignments in force for the caller's tenant, and those of them that are stored. */
  getGovernanceDefinitionsAction(call = this.call): Promise<DefinitionsAnswer> {
    return answerDefinitions(this.database, call.caller.tenantId);
  }

  /**
   * How many records stand to one profile, in the order given: a fixed number of queries, however many. Records that the
   * caller may not see are left out.
   */
  async evaluateReadiness({ contentIds, profileKey }: ReadinessInput, call = this.call): Promise<Readiness> {
    const found = await this.list({ where: { id: { in: contentIds } }, limit: 1000 } as ContentQuery);
    const records = found.filter((each) => isOfTheHouse(call.caller, { tenantId: each.tenantId }));
    const byId = new Map<string, ProfileEvaluation>();
    // For a caller there is one tenant; the application itself may ask about several.
    for (const [tenantId, group] of Map.groupBy(records, (each) => each.tenantId)) {
      const definitions = await effectiveProfiles(this.database, tenantId);
      const evaluations = await evaluateMany(this.database, group, profileKey, definitions);
      for (const [index, evaluation] of evaluations.entries()) byId.set(group[index]?.id ?? '', evaluation);
    }
    const items = contentIds.flatMap((contentId) => {
      const evaluation = byId.get(contentId);
      return evaluation ? [{ contentId, ...evaluation }] : [];
    });
    return { items };
  }

  /** Submits a review of many records, under a policy or all of a profile: the job does it, one by one. */
  runReviewsAction(input: ReviewsInput, call = this.call): Promise<Job> {
    return submitReviews(this, input, call);
  }

  /** The latest corrections that the public may know of, as JSON Feed 1.1. */
  async correctionsFeed({ limit = 50 }: FeedInput = {}, call = this.call): Promise<CorrectionsFeed> {
    return correctionsAsJsonFeed(await readCorrectionsFeed(this.database, call, limit));
  }

  /** The same as the text of an Atom feed. */
  async correctionsAtom({ limit = 50 }: FeedInput = {}, call = this.call): Promise<{ atom: string }> {
    return { atom: correctionsAsAtom(await readCorrectionsFeed(this.database, call, limit)) };
  }

  /** How a type and variant are governed in the caller's tenant. */
  resolveGovernanceAction(input: string | ResolveInput, call = this.call): Promise<GovernanceAnswer> {
    const { type, variant } = typeof input === 'string' ? { type: input, variant: undefined } : input;
    return answerGovernance(this.database, { type, variant, tenantId: call.caller.tenantId });
  }

  override async page(query: ContentQuery & { count?: 'exact' | 'none' } = {}): Promise<Page<Content>> {
    return super.page(await this.#understood(query));
  }

  override async rows(query: RowQuery<StoredValues<Content>> = {}): Promise<Page<Record<string, unknown>>> {
    return super.rows(await this.#understood(query));
  }

  override async count(query: Pick<ContentQuery, 'where' | 'search' | 'within'> = {}): Promise<number> {
    return super.count(await this.#understood(query));
  }

  /** What a query means here: deleted records are left out unless it asks about the status, and tags go by their old names too. */
  async #understood<Q extends { readonly where?: unknown; readonly within?: Filter }>(query: Q): Promise<Q> {
    const understood = withoutDeleted(query);
    return { ...understood, where: await resolveTagFilter(this.database, understood.where) };
  }

  /**
   * The record with a slug in a context, the tenant's own before a global one.
   *
   * @throws NotFoundError when there is none, or none that the caller may see
   */
  async bySlug({ slug, context = '' }: BySlugInput): Promise<Content> {
    const found = await this.findBySlug(slug, context);
    if (!found) throw new NotFoundError(`There is no content with the slug ${slug}${context === '' ? '' : ` in ${context}`}.`);
    return found;
  }

  /** As `bySlug`, and undefined when there is none. */
  async findBySlug(slug: string, context = ''): Promise<Content | undefined> {
    // No record has such a slug, and no database takes it as text.
    if (!isStorable(slug) || !isStorable(context)) return undefined;
    const { kind, tenantId } = this.call.caller;
    const matching = [where('slug', 'eq', slug), where('context', 'eq', context), where('status', 'ne', 'deleted')];
    const within = (tenant: Filter): Promise<Content | undefined> =>
      this.findMatching({ kind: 'all', filters: [...matching, tenant] }) as Promise<Content | undefined>;
    const isGlobal = where('tenantId', 'null', true);
    if (kind !== 'system' && tenantId === null) return within(isGlobal);
    const own = kind === 'system' ? where('tenantId', 'null', false) : where('tenantId', 'eq', tenantId);
    return (await within(own)) ?? (await within(isGlobal));
  }

  /**
   * A tenant's records together with the global ones; null asks for the global ones alone.
   *
   * @throws ForbiddenError when the collection acts for a caller of another tenant
   */
  findWithGlobals(tenantId: string | null = this.call.caller.tenantId, query: ContentQuery = {}): Promise<Content[]> {
    const { caller } = this.call;
    if (caller.kind !== 'system' && caller.tenantId !== tenantId) throw new ForbiddenError('These records belong to another tenant.');
    const tenants = tenantId === null ? [{ tenantId: null }] : [{ tenantId }, { tenantId: null }];
    return this.list({ ...query, where: { all: [{ any: tenants }, ...(query.where ? [query.where] : [])] } } as ContentQuery);
  }

  /** A new record, of the class that its type picks however it is spelled. */
  override make(data: Readonly<Partial<StoredValues<Content>>>): Content {
    return super.make(typeof data.type === 'string' ? { ...data, type: foldName(data.type) } : data);
  }

  /** As `getOrUpsert`, for callers from outside. */
  upsert(input: UpsertInput): Promise<Content> {
    return this.getOrUpsert(input as Partial<StoredValues<Content>>);
  }

  /**
   * Writes every article to `<contentDir>/<context>/<slug>/index.md`, as Markdown with front matter. Files that say the
   * same already are left alone, so that a second run writes nothing; files of articles that are gone stay.
   *
   * @throws ValidationError `path_leaves_folder` when a context or slug would lead out of the folder; nothing is written
   *   there, the other articles are
   */
  syncContentDir({ contentDir }: SyncInput): Promise<WriteReport> {
    return syncArticles(this, contentDir);
  }

  /**
   * The record with this slug and context (and tenant), updated with what is given; made when there is none. Without a
   * slug it is the one that the title makes.
   */
  override getOrUpsert(
    data: Readonly<Partial<StoredValues<Content>>>,
    defaults: Readonly<Partial<StoredValues<Content>>> = {},
  ): Promise<Content> {
    const slug = data.slug || (typeof data.title === 'string' ? slugify(data.title) : '');
    return super.getOrUpsert({ ...data, ...(slug === '' ? {} : { slug }) }, defaults);
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Adds that deleted records do not count, unless the query asks about the status itself. */
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

/** Editorial pieces alone. */
export class Articles extends Contents {
  static override readonly objectClass: AnyObjectClass = Article;
  static override readonly collectionOptions: CollectionOptions = { name: 'articles', ...joined };
}

/** Structured documents alone. */
export class ContentDocuments extends Contents {
  static override readonly objectClass: AnyObjectClass = ContentDocument;
  static override readonly collectionOptions: CollectionOptions = { name: 'content_documents', ...joined };
}

/** Mirrored content alone. */
export class Mirrors extends Contents {
  static override readonly objectClass: AnyObjectClass = Mirror;
  static override readonly collectionOptions: CollectionOptions = { name: 'mirrors', ...joined };
}
