import { STAFF_COLUMNS } from '../editing/staff-view/present-staff-fields.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  type Call,
  type Caller,
  ConflictError,
  type JsonObject,
  type Operations,
  type PresentContext,
  type Presented,
  requireScope,
  type SaveContext,
  ValidationError,
} from '@colophon/core';
import { CAPABILITIES } from './capabilities.ts';
import { ancestorPaths, categorySegments, isCategoryIn, parentCategory } from './categories.ts';
import { ContentBase } from '../record/content-base.ts';
import { foldLanguage } from '../record/fold-language.ts';
import { foldName } from '../record/names.ts';
import { presenceOf, presentAll, replacementsOf, recordOperations, recordWith } from '../record/with-capabilities.ts';
import { actingInTenant, slugify } from '@colophon/tags';
import { z } from 'zod';
import { isTenantStaff } from '../record/staff-access.ts';
import { freeSlug } from '../record/slugs.ts';
import { checkDates, checkHiding, checkStatusChange, concernsReaders } from '../record/status-rules.ts';
import { readCorrections } from '../corrections/read-corrections.ts';
import { contentToString, ownValuesOf, type WritableContent } from '../markdown/content-to-string.ts';
import { renderBody } from '../rendering/render-body.ts';
import { writeContentTags } from '../tagging/content-tags.ts';
import { dateOfPublication } from '../record/publish-date.ts';
import { resolveTags } from '../tagging/resolve-tags.ts';

/** The response of `markdown`. */
export const MarkdownAnswer = z.object({ markdown: z.string() });
export type MarkdownAnswer = z.infer<typeof MarkdownAnswer>;

/** The response of `html`. */
export const HtmlAnswer = z.object({ html: z.string() });
export type HtmlAnswer = z.infer<typeof HtmlAnswer>;

/**
 * One content record: an article, a document, a mirror of an external page, or another `type`.
 *
 * @example
 * const piece = await new Content({ title: 'Budget approved', type: 'article', tags: ['budget'] }).save();
 * piece.slug; // 'budget-approved'
 */
export class Content extends recordWith(ContentBase, CAPABILITIES) {
  static readonly operations: Operations<Content> = {
    toMarkdown: {
      method: 'GET',
      path: ['markdown'],
      output: MarkdownAnswer,
      description: 'Write the record as Markdown with YAML front matter.',
    },
    renderHtml: {
      method: 'GET',
      path: ['html'],
      output: HtmlAnswer,
      description: 'Render the body to HTML that is safe to show.',
    },
    ...recordOperations(CAPABILITIES),
  };

  static readonly presentColumns = STAFF_COLUMNS;
  static readonly presentReplaces = replacementsOf(CAPABILITIES);
  static readonly presentPresence = presenceOf(CAPABILITIES);

  /** Adds the members of the capabilities to each record, such as its references with drift. */
  static present(records: readonly Presented[], context: PresentContext): Promise<readonly Presented[]> {
    return presentAll(CAPABILITIES, records, context);
  }

  /** Returns the record as Markdown with front matter, as written by `contentToString`; for readers with the tags that were published. */
  async toMarkdown(call: Call = this.call): Promise<MarkdownAnswer> {
    const corrections = await readCorrections(this.database, this.id);
    const { markdownSource, firstPublishedAt, tagsAsPublished } = this;
    const isStaff = isTenantStaff(call.caller, { tenantId: this.tenantId });
    if (isStaff || tagsAsPublished === null) return { markdown: contentToString(this, { corrections }) };
    const published = { ...(this.toJSON() as unknown as WritableContent), markdownSource, firstPublishedAt, tags: [...tagsAsPublished] };
    return { markdown: contentToString(published, { corrections, own: ownValuesOf(this) }) };
  }

  /** Returns the body as sanitized HTML, as rendered by `renderBody`. */
  async renderHtml(): Promise<HtmlAnswer> {
    return { html: await renderBody(this, this.status === 'published' ? 'readers' : 'drafts') };
  }

  /**
   * Deletes the record. One that was ever published is kept: it gets the status `deleted`, which hides it from readers and lists, so that
   * everything that was published remains accountable.
   */
  override async delete(): Promise<void> {
    if (!this.isStored) return;
    if (this.firstPublishedAt === null) {
      await super.delete();
      return;
    }
    this.status = 'deleted';
    await this.save();
  }

  /** Returns the category's segments: `news/politics` → `['news', 'politics']`. */
  getCategorySegments(): string[] {
    return categorySegments(this.category);
  }

  /** Returns the path above the category; null at the root or without a category. */
  getParentCategory(): string | null {
    return parentCategory(this.category);
  }

  /** Returns the first segment of the category; null without one. */
  getRootCategory(): string | null {
    return categorySegments(this.category)[0] ?? null;
  }

  /** Returns every path from the root to the category: `a/b/c` → `['a', 'a/b', 'a/b/c']`. */
  getAncestorPaths(): string[] {
    return ancestorPaths(this.category);
  }

  /** Returns whether the record is in a category, or below it unless `includeChildren` is false. */
  isInCategory(path: string, includeChildren = true): boolean {
    return isCategoryIn(this.category, path, includeChildren);
  }

  /** Returns a copy of the metadata: changing it does not change the record. */
  getMetadata(): JsonObject {
    return structuredClone(this.metadata);
  }

  /** Replaces the metadata; `save()` stores it. */
  setMetadata(metadata: JsonObject): void {
    this.metadata = { ...metadata };
  }

  /** Merges into the metadata, one level deep, and returns the result; `save()` stores it. */
  updateMetadata(changes: JsonObject): JsonObject {
    this.metadata = { ...this.metadata, ...changes };
    return this.getMetadata();
  }

  protected override async beforeSave(context: SaveContext): Promise<void> {
    foldNames(this, context);
    foldLanguage(this, context);
    refuseOtherType(this);
    const { caller } = context.call;
    if (context.created) this.ownerId = ownerOf(caller, this.ownerId);
    const from = context.previous?.['status'];
    if (concernsReaders(this, context)) requireScope(context.call, 'publish');
    checkStatusChange(caller, {
      from: typeof from === 'string' ? from : undefined,
      to: this.status,
      schedules: (['publishAt', 'unpublishAt'] as const).filter((name) => this[name] !== null && context.changed.includes(name)),
    });
    if (context.changed.includes('publish_date')) {
      const before = context.previous && { status: from, publish_date: context.previous['publish_date'] };
      checkHiding(caller, { from: before, to: this, now: context.call.now() });
    }
    if (context.created || context.changed.includes('publishAt') || context.changed.includes('unpublishAt')) checkDates(this);
    // Before anything is set that a rejected publication must not leave behind.
    await super.beforeSave(context);
    if (this.status === 'published') {
      this.firstPublishedAt ??= context.call.now().toISOString();
      // Everything that is visible to readers has the date that lists are ordered by.
      this.publish_date ??= dateOfPublication(this.firstPublishedAt);
    }
    if (this.slug === '' && typeof this.title === 'string') {
      const place = { table: Content.tableName, tenantId: this.tenantId, context: this.context };
      this.slug = await freeSlug(context.database, place, slugify(this.title));
    }
    if (context.changed.includes('tags') && isListOfTexts(this.tags))
      this.tags = await resolveTags(context.database, actingInTenant(context.call, this.tenantId), this.tags);
    if (isChanged(this, context)) this.updatedBy = caller.id;
  }

  protected override async afterSave(context: SaveContext): Promise<void> {
    const tagged = context.created ? this.tags.length > 0 : context.changed.includes('tags');
    if (tagged)
      await writeContentTags(context.database, actingInTenant(context.call, this.tenantId), { contentId: this.id, slugs: this.tags });
    await super.afterSave(context);
  }

  /** A record that was ever published is not deleted, even if someone published it after this instance was read. */
  protected override async beforeDelete(context: SaveContext): Promise<void> {
    await super.beforeDelete(context);
    const { database } = context;
    const query = database.dialect.builder.selectFrom(Content.tableName).select('firstPublishedAt').where('id', '=', this.id);
    const row = await database.first(query.compile());
    if (row && (row['firstPublishedAt'] ?? null) !== null) {
      throw new ConflictError(`Content ${this.id} was published since it was read; read it again.`, { code: 'stale' });
    }
  }
}

/** A save without changes does not change the editor. */
function isChanged(content: Content, { created, changed, previous }: SaveContext): boolean {
  const values = content as unknown as Readonly<Record<string, unknown>>;
  return created || changed.some((name) => !isDeepStrictEqual(values[name], previous?.[name]));
}

/** Only the application itself can save a record for another owner. */
function ownerOf(caller: Caller, given: string | null): string | null {
  return caller.kind === 'system' ? given : caller.id;
}

/** The field itself rejects anything else, naming the invalid item. */
function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Type and variant are normalized before anything depends on them; the type of a stored record never changes. */
function foldNames(content: Content, { created }: SaveContext): void {
  if (created && typeof content.type === 'string') content.type = foldName(content.type);
  if (typeof content.variant === 'string') content.variant = foldName(content.variant);
}

/** A subclass's rows have its own type, or they would be loaded as another class. */
function refuseOtherType(content: Content): void {
  const { typeName } = content.constructor as typeof Content & { typeName?: string };
  if (typeName === undefined || content.type === typeName) return;
  throw ValidationError.of([{ pointer: '/type', code: 'wrong_type', detail: `must be ${typeName}` }]);
}
