import { type Collection, collection, type Page, type Query, type RowQuery, type StoredValues, type ValueCount } from '@colophon/core';
import { TagAliases } from '../aliases/tag-aliases.ts';
import { whereMeant } from '../stored/meant-tags.ts';
import { storedCandidates, storedSlug } from '../stored/stored-slug.ts';
import { Tag } from './tag.ts';

type TagQuery = Query<StoredValues<Tag>>;

/**
 * The tags of a database, in which a slug means the tag of the tenant that the call acts in, else the global one: as the key of a record
 * and in filters. A key as it is stored, such as in a join table, is understood too.
 */
export abstract class TagsBySlug extends collection(Tag, { requires: () => [TagAliases] }) {
  override async get(slug: string): Promise<Tag | undefined> {
    return this.#first(slug, (key) => super.get(key));
  }

  override async getForUpdate(slug: string): Promise<Tag | undefined> {
    return this.#first(slug, (key) => super.getForUpdate(key));
  }

  override async presented(slug: string): ReturnType<Collection<Tag>['presented']> {
    return this.#first(slug, (key) => super.presented(key));
  }

  override async page(query: TagQuery & { count?: 'exact' | 'none' } = {}): Promise<Page<Tag>> {
    return super.page(await this.#meant(query));
  }

  override async rows(query: RowQuery<StoredValues<Tag>> = {}): Promise<Page<Record<string, unknown>>> {
    return super.rows(await this.#meant(query));
  }

  override async count(query: TagQuery = {}): Promise<number> {
    return super.count(await this.#meant(query));
  }

  override async countBy(field: string, query: TagQuery = {}): Promise<ValueCount[]> {
    return super.countBy(field, await this.#meant(query));
  }

  override async find(where: NonNullable<TagQuery['where']>): Promise<Tag | undefined> {
    return super.find(await whereMeant(this.database, this.call, where));
  }

  /** Makes a tag of the tenant that the call acts in, also for the application itself. */
  override make(data: Readonly<Partial<StoredValues<Tag>>>): Tag {
    const { tenantId } = this.call.caller;
    return super.make(tenantId === null ? data : { ...data, tenantId });
  }

  override async getOrUpsert(data: Readonly<Partial<StoredValues<Tag>>>, defaults?: Readonly<Partial<StoredValues<Tag>>>): Promise<Tag> {
    const slug = typeof data.slug === 'string' ? await storedSlug(this.database, this.call, data.slug) : data.slug;
    return super.getOrUpsert({ ...data, ...(slug === undefined ? {} : { slug }) }, defaults);
  }

  async #first<T>(slug: string, read: (key: string) => Promise<T | undefined>): Promise<T | undefined> {
    for (const key of storedCandidates(this.call, slug)) {
      const found = await read(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #meant<Q extends { readonly where?: unknown }>(query: Q): Promise<Q> {
    return query.where === undefined ? query : { ...query, where: await whereMeant(this.database, this.call, query.where) };
  }
}
