import {
  collection,
  type CollectionOptions,
  type AnyObjectClass,
  ForbiddenError,
  NotFoundError,
  type Operations,
  type Page,
  type Query,
  type RowQuery,
  type StoredValues,
} from '@colophon/core';
import { z } from 'zod';
import { Content } from './content.ts';
import { slugOfTitle } from './slugs.ts';
import { Article, ContentDocument, Mirror } from './subclasses.ts';

type ContentQuery = Query<StoredValues<Content>>;

/** What `by-slug` takes. */
export const BySlugInput = z.strictObject({
  slug: z.string().min(1).max(200).describe('The slug.'),
  context: z.string().max(500).default('').describe('The context of the slug; empty when not given.'),
});
export type BySlugInput = z.input<typeof BySlugInput>;

/**
 * All content, whatever its type. What is deleted is left out of lists and counts unless `where` names `status`.
 *
 * @example
 * const contents = await Contents.create({ db: { url: 'sqlite:./data/site.sqlite' } });
 * await contents.getOrUpsert({ slug: 'about', context: '', title: 'About us', body: '…' });
 */
export class Contents extends collection(Content, { types: [Article, ContentDocument, Mirror] }) {
  static readonly operations: Operations<Contents> = {
    bySlug: {
      input: BySlugInput,
      method: 'GET',
      path: ['by-slug'],
      description: 'Get the record with a slug in a context.',
    },
  };

  override page(query: ContentQuery & { count?: 'exact' | 'none' } = {}): Promise<Page<Content>> {
    return super.page(withoutDeleted(query));
  }

  override rows(query: RowQuery<StoredValues<Content>> = {}): Promise<Page<Record<string, unknown>>> {
    return super.rows(withoutDeleted(query));
  }

  override count(query: Pick<ContentQuery, 'where' | 'search'> = {}): Promise<number> {
    return super.count(withoutDeleted(query));
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
    const found = await this.list({ where: { slug, context }, limit: 2 });
    return found.find((each) => each.tenantId !== null) ?? found[0];
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

  /**
   * The record with this slug and context (and tenant), updated with what is given; made when there is none. Without a
   * slug it is the one that the title makes.
   */
  override getOrUpsert(
    data: Readonly<Partial<StoredValues<Content>>>,
    defaults: Readonly<Partial<StoredValues<Content>>> = {},
  ): Promise<Content> {
    const slug = data.slug || (typeof data.title === 'string' ? slugOfTitle(data.title) : '');
    return super.getOrUpsert({ ...data, ...(slug === '' ? {} : { slug }) }, defaults);
  }
}

/** Adds that deleted records do not count, unless the query asks about the status itself. */
function withoutDeleted<Q extends { readonly where?: unknown }>(query: Q): Q {
  if (query.where === undefined) return { ...query, where: { status: { ne: 'deleted' } } };
  if (!isPlainObject(query.where) || mentionsStatus(query.where, 0)) return query;
  return { ...query, where: { ...query.where, status: { ne: 'deleted' } } };
}

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
  static override readonly collectionOptions: CollectionOptions = { name: 'articles' };
}

/** Structured documents alone. */
export class ContentDocuments extends Contents {
  static override readonly objectClass: AnyObjectClass = ContentDocument;
  static override readonly collectionOptions: CollectionOptions = { name: 'content_documents' };
}

/** Mirrored content alone. */
export class Mirrors extends Contents {
  static override readonly objectClass: AnyObjectClass = Mirror;
  static override readonly collectionOptions: CollectionOptions = { name: 'mirrors' };
}
