import { type JsonObject, type Operations, type Page, pageOutput, ValidationError } from '@colophon/core';
import { resolveSlugs } from '../aliases/resolve-slugs.ts';
import { searchByAlias } from '../aliases/search-by-alias.ts';
import type { TagAlias } from '../aliases/tag-alias.ts';
import { TagAliases } from '../aliases/tag-aliases.ts';
import { readHierarchy, type TagHierarchy } from '../hierarchy/hierarchy.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { cleanupUnusedTags } from '../joins/cleanup.ts';
import { readableAmong } from '../stored/readable-among.ts';
import { mergeTags } from '../joins/merge.ts';
import { splitTag, type TagSplit } from '../joins/split.ts';
import { exportSkos, type SkosDocument } from '../skos/export-skos.ts';
import { importSkos, type SkosImport, SkosInput } from '../skos/import-skos.ts';
import { writeInOrder } from './bulk-create.ts';
import { ensureTags, makeOnce, type WantedTag } from './ensure.ts';
import { MAXIMUM_BULK_BODY } from '../stored/bulk.ts';
import { BulkInput, CleanupInput, FindByAliasInput, withoutUndefined, RootsInput, SkosExportInput } from './inputs.ts';
import type { TagData } from '../stored/batch.ts';
import { slugTaken } from '../stored/slug-taken.ts';
import { nameOfSlug } from '../stored/slugify.ts';
import { DEFAULT_CONTEXT } from '../stored/stored-tag.ts';
import { BulkOutput, CleanupOutput, SkosDocumentOutput, SkosImportOutput } from './outputs.ts';
import type { Tag } from './tag.ts';
import { TagsBySlug } from './tags-by-slug.ts';
import { isOwnOrGlobal, storedSlug, storedSlugs } from '../stored/stored-slug.ts';
import { shownTag, type TagRecord } from '../stored/tag-record.ts';

/** Filter of tags to list. */
export interface TagFilter {
  readonly context?: string;
  /** A slug; null lists roots. */
  readonly parent?: string | null;
  readonly level?: number;
}

/** The changes of `updateTag`; use `moveTag` to move; slug and context cannot be changed. */
export type TagChanges = Partial<Pick<TagData, 'name' | 'description' | 'metadata'>>;

/**
 * The tags of a database: a vocabulary in contexts, with a hierarchy and aliases. A call that acts in a tenant has the tenant's own tags and
 * the global ones, and changes the former. Instances have the keys of tags (see `StoredTag`), plain records and JSON their slugs.
 *
 * @example
 * const tags = await Tags.create({ db: { url: 'sqlite::memory:' } });
 * await tags.createTag({ slug: 'software', name: 'Software' });
 * await tags.createTag({ slug: 'open-source', name: 'Open source', parent_slug: 'software' });
 */
export class Tags extends TagsBySlug {
  static readonly operations: Operations<Tags> = {
    roots: { method: 'GET', input: RootsInput, output: pageOutput(), description: 'List the tags of a context that have no parent.' },
    bulk: {
      input: BulkInput,
      output: BulkOutput,
      access: 'editor',
      bodyLimit: MAXIMUM_BULK_BODY,
      description: 'Create many tags at once, parents and children in any order, all or none.',
    },
    cleanup: {
      input: CleanupInput,
      output: CleanupOutput,
      effects: 'destructive',
      access: 'admin',
      description: 'Delete the unused tags of a context, and return their slugs.',
    },
    findByAlias: {
      method: 'GET',
      path: ['search-by-alias'],
      input: FindByAliasInput,
      output: pageOutput(),
      description: 'Find tags by an alias, ignoring case and accents.',
    },
    exportSkos: {
      method: 'GET',
      path: ['skos'],
      input: SkosExportInput,
      output: SkosDocumentOutput,
      description: 'Export a context as a SKOS concept scheme in JSON-LD.',
    },
    importSkos: {
      path: ['skos'],
      input: SkosInput,
      output: SkosImportOutput,
      access: 'editor',
      bodyLimit: MAXIMUM_BULK_BODY,
      description: 'Import a SKOS concept scheme in JSON-LD, all or nothing.',
    },
  };

  /** Creates a tag. @throws ValidationError @throws ConflictError if the slug is taken, naming the context */
  createTag(data: TagData): Promise<Tag> {
    return this.add(withoutUndefined(data));
  }

  /** Returns the tag with this slug, in this context if one is given; undefined if there is none. */
  async getTag(slug: string, context?: string): Promise<Tag | undefined> {
    const tag = await this.get(slug);
    return tag && (context === undefined || tag.context === context) ? tag : undefined;
  }

  /** Returns every matching tag, root levels first and by slug. */
  listTags({ context, parent, level }: TagFilter = {}): Promise<Tag[]> {
    return this.#every({
      ...(context === undefined ? {} : { context }),
      ...(parent === undefined ? {} : { parent_slug: parent }),
      ...(level === undefined ? {} : { level }),
    });
  }

  /** Changes name, description or metadata. @throws NotFoundError @throws ValidationError naming any other property */
  async updateTag(slug: string, changes: TagChanges): Promise<Tag> {
    const unsupported = Object.keys(changes).filter((name) => !['name', 'description', 'metadata'].includes(name));
    if (unsupported.length > 0) {
      const detail = 'cannot be changed by updateTag; use moveTag to change the parent';
      throw ValidationError.of(unsupported.map((name) => ({ pointer: `/${name}`, code: 'read_only', detail })));
    }
    return this.update(slug, withoutUndefined(changes));
  }

  /** Deletes a tag with its aliases and join rows; its children move up to its parent. @throws NotFoundError */
  deleteTag(slug: string): Promise<void> {
    return this.#whileNothingMoves(() => this.remove(slug));
  }

  getRootTags(context: string = DEFAULT_CONTEXT): Promise<Tag[]> {
    return this.listTags({ context, parent: null });
  }

  /** Returns the direct children of a tag. */
  getChildTags(parentSlug: string): Promise<Tag[]> {
    return this.listTags({ parent: parentSlug });
  }

  /** Returns the tags of a context, under one parent if it is given; null returns the roots. */
  listByContext(context: string, parentSlug?: string | null): Promise<Tag[]> {
    return this.listTags({ context, ...(parentSlug === undefined ? {} : { parent: parentSlug }) });
  }

  /** Returns a tag with its ancestors, root first, and all descendants, level by level. @throws NotFoundError */
  async getTagHierarchy(slug: string): Promise<TagHierarchy> {
    const { ancestors, current, descendants } = await readHierarchy(this.database, await storedSlug(this.database, this.call, slug));
    return { ancestors: await this.#named(ancestors), current: shownTag(current), descendants: await this.#named(descendants) };
  }

  /**
   * Moves a tag, and all below it, under another parent; null makes it a root.
   *
   * @throws NotFoundError if the tag does not exist
   * @throws ValidationError if the parent does not exist, is in another context, or is the tag itself or below it
   */
  moveTag(slug: string, newParentSlug: string | null): Promise<Tag> {
    return this.#whileNothingMoves(() => this.update(slug, { parent_slug: newParentSlug }));
  }

  /** See `TagAliases.addAlias`. */
  addAlias(tagSlug: string, alias: string, language: string | null = null, context: string | null = null): Promise<TagAlias> {
    return this.#aliases.addAlias(tagSlug, alias, language, context);
  }

  /** Deletes an alias; returns whether there was one. */
  removeAlias(aliasId: string): Promise<boolean> {
    return this.#aliases.removeAlias(aliasId);
  }

  getAliasesForTag(tagSlug: string, language?: string | null): Promise<TagAlias[]> {
    return this.#aliases.getAliasesForTag(tagSlug, language);
  }

  /**
   * Resolves slugs that may be outdated. An existing slug stands for itself; any other, because it was merged or never existed, stands for
   * the tags that have it as a language-neutral alias.
   *
   * @returns the current slugs by the requested text; empty for a text that resolves to no tag
   * @example
   * await tags.mergeTag('oss', 'open-source');
   * await tags.resolveSlugs(['oss', 'news', 'nothing']); // Map { 'oss' → ['open-source'], 'news' → ['news'] }
   */
  resolveSlugs(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return resolveSlugs(this.database, this.call, slugs);
  }

  /** Returns the tags with this alias, each once; case and accents are ignored, and neutral aliases match in every language. */
  async searchByAlias(alias: string, language?: string | null): Promise<TagRecord[]> {
    return this.#named(await searchByAlias(this.database, alias, language));
  }

  /** Returns the metadata of a tag, an empty object if there is none. @throws NotFoundError */
  async getTagMetadata(slug: string): Promise<JsonObject> {
    return (await this.require(slug)).getMetadata();
  }

  /** Replaces the metadata of a tag. @throws NotFoundError */
  setTagMetadata(slug: string, metadata: JsonObject): Promise<JsonObject> {
    return this.#forUpdate(slug, (tag) => tag.setMetadata(metadata));
  }

  /** Merges properties into the metadata of a tag, one level deep. @throws NotFoundError */
  updateTagMetadata(slug: string, metadata: JsonObject): Promise<JsonObject> {
    return this.#forUpdate(slug, (tag) => tag.updateMetadata(metadata));
  }

  /** Creates many tags in one transaction: a parent can come after its children, or exist already. */
  bulkCreateTags(tags: readonly TagData[]): Promise<Tag[]> {
    return this.transaction(() =>
      writeInOrder(
        tags,
        (index) => `/tags/${index}`,
        (data) => this.createTag(data),
      ),
    );
  }

  /**
   * Merges two tags: join rows, aliases and children of `fromSlug` move to `toSlug`, which gets the old slug as an alias; `fromSlug` is
   * deleted. All or nothing.
   */
  mergeTag(fromSlug: string, toSlug: string): Promise<Tag> {
    return this.transaction(async () => {
      const keyOf = await storedSlugs(this.database, this.call, [fromSlug, toSlug]);
      await mergeTags(this.database, this.call, keyOf(fromSlug), keyOf(toSlug));
      return this.require(keyOf(toSlug));
    });
  }

  /**
   * Copies a global tag, with its aliases, to each tenant that uses it: its entities, and its own tags that were below, get the copy. The
   * global tag stays.
   *
   * @throws NotFoundError
   */
  async splitTag(slug: string): Promise<TagSplit> {
    return splitTag(this.database, this.call, (await this.require(slug)).slug);
  }

  /** Deletes the tags of a context that are in no join table, keeping the ancestors of used ones; returns their slugs. */
  cleanupUnusedTags(context: string = DEFAULT_CONTEXT): Promise<string[]> {
    return cleanupUnusedTags(this.database, this.call, context);
  }

  /**
   * Returns the tag with this slug in this context, creating it if necessary, with a name derived from the slug unless one is given.
   * @throws ConflictError if the slug is taken in another context, which it names
   */
  async getOrCreate(slug: string, context: string = DEFAULT_CONTEXT, name?: string): Promise<Tag> {
    const tag = (await this.get(slug)) ?? (await makeOnce(this, slug, context, name ?? nameOfSlug(slug)));
    if (tag.context !== context) throw slugTaken(slug, tag.context);
    return tag;
  }

  /** Ensures that these tags exist, whatever their context; missing ones are created in `context`. */
  ensureTags(requested: readonly WantedTag[], context: string = DEFAULT_CONTEXT): Promise<void> {
    return ensureTags(this, requested, context);
  }

  roots({ context, ...input }: RootsInput): Promise<Page<Record<string, unknown>>> {
    return this.rows({ orderBy: 'name', ...withoutUndefined(input), where: { context, parent_slug: null } });
  }

  async bulk({ tags }: BulkInput): Promise<{ items: JsonObject[]; count: number }> {
    const created = await this.bulkCreateTags(tags as readonly TagData[]);
    return { items: created.map((tag) => tag.toJSON()), count: created.length };
  }

  async cleanup({ context }: CleanupInput): Promise<{ removed: string[]; count: number }> {
    const removed = await this.cleanupUnusedTags(context);
    return { removed, count: removed.length };
  }

  async findByAlias({ alias, language, limit = 50, offset = 0 }: FindByAliasInput): Promise<Page<TagRecord>> {
    const found = await searchByAlias(this.database, alias, language);
    const matches = (await readableAmong(this.database, this.call, found)).map(shownTag);
    return { items: matches.slice(offset, offset + limit), count: matches.length, limit, offset };
  }

  /** Exports a context as a SKOS concept scheme in JSON-LD. */
  exportSkos({ context }: SkosExportInput): Promise<SkosDocument> {
    return exportSkos(this, context);
  }

  /** Imports a SKOS concept scheme into its context: tags are created or updated, aliases added, nothing is deleted. */
  importSkos(document: SkosInput): Promise<SkosImport> {
    return importSkos(this, document);
  }

  /** The tags of the vocabulary that the call acts in, as they are shown: those of its tenant and the global ones. */
  async #named(tags: readonly TagRecord[]): Promise<TagRecord[]> {
    const own = tags.filter(({ slug }) => isOwnOrGlobal(this.call, slug));
    return (this.call.caller.tenantId === null ? own : await readableAmong(this.database, this.call, own)).map(shownTag);
  }

  get #aliases(): TagAliases {
    return new TagAliases(this.database, this.call);
  }

  /**
   * The lock comes before the rows: a transaction that holds a row and waits for the lock would deadlock with one that updates that row's
   * level.
   */
  #whileNothingMoves<R>(work: () => Promise<R>): Promise<R> {
    return this.transaction(async () => {
      await lockHierarchy(this.database);
      return work();
    });
  }

  async #every(where: Readonly<Record<string, string | number | null>>): Promise<Tag[]> {
    const tags: Tag[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.page({ where, orderBy: 'level', limit: 1000, count: 'none', ...(cursor === undefined ? {} : { cursor }) });
      tags.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tags;
  }

  #forUpdate<R>(slug: string, work: (tag: Tag) => Promise<R>): Promise<R> {
    return this.transaction(async () => work((await this.getForUpdate(slug)) ?? (await this.require(slug))));
  }
}
