import { isDeepStrictEqual } from 'node:util';
import { ConflictError, type Database, type JsonObject, type Row } from '@colophon/core';
import { isUsableThumbnail } from '../assets/thumbnail-use.ts';
import type { Content } from '../content/content.ts';
import type { Contents } from '../content/contents.ts';
import type { MarkdownSource } from '../record/markdown-source.ts';
import { isObject } from '../markdown/columns.ts';
import { statedDate } from '../record/publish-date.ts';
import { tagSlug } from '@colophon/tags';
import { tidyTitle } from '../markdown/post.ts';
import { issueStated, markPublishedBefore } from './issue-stated.ts';
import { freeContext, keepSource, type KnownPost, type PostPlace, recordAt, sourceOf } from './known-posts.ts';
import type { ReadPost } from './read-post.ts';

/** The context of one import run. */
export interface ImportRun {
  readonly contents: Contents;
  readonly tenantId: string | null;
  /** The origin of the files: see `MarkdownSource`. */
  readonly source: string;
  /** Import published posts as drafts. */
  readonly asDraft: boolean;
  readonly dryRun: boolean;
  readonly files: ReadonlySet<string>;
  /** The files whose records were removed here, by the hash of their content. */
  readonly deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /** The last number used for a context in this run, by context and slug. */
  readonly numbers: Map<string, number>;
}

export type PostOutcome = 'created' | 'updated' | 'unchanged' | 'moved';

/** Assigns a renamed file to its record. The record is not revised, because its content did not change. */
export async function moveSource({ contents, source }: ImportRun, { id }: KnownPost, file: string): Promise<PostOutcome> {
  const record = await contents.getForUpdate(id);
  const known = record?.markdownSource;
  if (!record || !known || (known.source === source && known.file === file)) return 'unchanged';
  await keepSource(contents.database, id, { ...known, source, file });
  return known.file === file ? 'unchanged' : 'moved';
}

/**
 * Updates the record of a changed file, unless the record was edited here, or a concurrent import was first. Runs in the ambient
 * transaction.
 *
 * @throws ConflictError if both changed
 */
export async function updatePost(run: ImportRun, { id }: KnownPost, read: ReadPost): Promise<PostOutcome> {
  const record = await run.contents.getForUpdate(id);
  const known = record?.markdownSource;
  if (!record || !known) return createPost(run, read);
  if (known.sha256 === read.sha256) return 'unchanged';
  const values = valuesFor(record, read);
  const asDraft = known.asDraft === true && read.post.columns.status === 'published';
  // Exported from here, or merged on both sides: from now on the file and the record are in step again, without a further revision.
  if (hasValues(record, asDraft ? { ...values, status: record.status } : values)) {
    const issued = await issueOn(run, record, read);
    await keepSource(run.contents.database, id, sourceFor(run, read, { context: record.context, rev: record.rev, asDraft }));
    return issued > 0 ? 'updated' : 'unchanged';
  }
  if (record.rev !== known.rev) {
    throw new ConflictError(`Both the file and its record ${record.id} were changed; nothing was overwritten.`, {
      code: 'edited_here',
      hint: 'Export the record, merge both versions, and save the result here and in the file.',
    });
  }
  Object.assign(record, values, asDraft ? { status: record.status } : {});
  await withoutMissingThumbnail(record);
  record.markdownSource = sourceFor(run, read, { context: record.context, rev: record.rev + 1, asDraft });
  markPublishedBefore(record, read.parsed.stated.corrections, run.contents.call);
  await record.save();
  await issueStated(record, read.parsed.stated.corrections, run.contents.call);
  return 'updated';
}

/** Issues what a file states on a record that is otherwise as the file says. A draft from elsewhere can be corrected only then. */
async function issueOn({ contents }: ImportRun, record: Content, { parsed }: ReadPost): Promise<number> {
  const { corrections } = parsed.stated;
  if (corrections.length > 0 && record.firstPublishedAt === null) {
    markPublishedBefore(record, corrections, contents.call);
    await record.save();
  }
  return issueStated(record, corrections, contents.call);
}

/** Returns the values that a file gives its record. Values missing in the file are kept: the record of a moved file keeps its address. */
function valuesFor(record: Content, { parsed: { columns: specified }, post }: ReadPost) {
  const { type: _type, context, slug, ...columns } = post.columns;
  return {
    ...columns,
    context: specified.context === undefined ? record.context : context,
    slug: specified.slug === undefined ? record.slug : slug,
    body: post.body,
    metadata: post.metadata,
    ...ownOf(record, post),
  };
}

/** Returns the fields that only the type of the file has, if the record is of that type. */
function ownOf(record: Content, { columns, own }: ReadPost['post']): JsonObject {
  return record.type === columns.type ? own : {};
}

/** Whether a record has the values of its file. A file cannot tell an empty text from none, nor state a date that publishing set. */
function hasValues(record: Content, values: ReturnType<typeof valuesFor>): boolean {
  const standing: Partial<typeof values> = { ...(record as Partial<typeof values>), publish_date: statedDate(record) };
  const given = { ...values, tags: values.tags.filter((tag) => tag.trim() !== '').map(tagSlug) };
  return Object.entries(given).every(([name, value]) => isDeepStrictEqual(standing[name as keyof typeof values] ?? '', value ?? ''));
}

/**
 * Creates a record for a new file. A record that was created by other means is recognized, and a record that was removed
 * here is not created again unless its file changed. Runs in the ambient transaction.
 *
 * @throws ConflictError if the front matter names a context in which its slug is taken
 */
export async function createPost(run: ImportRun, read: ReadPost): Promise<PostOutcome> {
  const { contents, tenantId } = run;
  const { database } = contents;
  const removedFiles = run.deleted.get(read.sha256);
  if (removedFiles && (removedFiles.has(read.file) || [...removedFiles].some((file) => !run.files.has(file)))) return 'unchanged';
  const { slug } = read.post.columns;
  for (const context of contextsOf(read)) {
    const existing = await recordAt(database, { tenantId, context, slug });
    if (!existing) return createRecord(run, read, context);
    const source = sourceOf(database, existing);
    // A concurrent import of this folder has created it.
    if (source?.source === run.source && source.file === read.file)
      return updatePost(run, { id: String(existing['id']), ...source, source: run.source }, read);
    if (source === null && isSamePost(database, existing, read)) {
      await keepSource(database, String(existing['id']), sourceFor(run, read, { context, rev: Number(existing['rev']), asDraft: false }));
      return 'unchanged';
    }
  }
  if (read.parsed.columns.context !== undefined) {
    throw new ConflictError(`The slug ${slug} is taken in the context ${read.post.columns.context} given in the front matter.`, {
      code: 'not_unique',
    });
  }
  return createRecord(run, read, await numberedContext(run, { tenantId, slug, context: read.post.day ?? '' }));
}

async function createRecord(run: ImportRun, read: ReadPost, context: string): Promise<PostOutcome> {
  const { contents, tenantId } = run;
  const { columns, own, body, metadata } = read.post;
  const asDraft = run.asDraft && columns.status === 'published';
  const record = contents.make({
    ...columns,
    ...own,
    ...(asDraft ? { status: 'draft' } : {}),
    context,
    body,
    metadata,
    tenantId,
    markdownSource: sourceFor(run, read, { context, rev: 1, asDraft }),
  });
  await withoutMissingThumbnail(record);
  markPublishedBefore(record, read.parsed.stated.corrections, contents.call);
  await record.save();
  await issueStated(record, read.parsed.stated.corrections, contents.call);
  return 'created';
}

/** The contexts to try for a post, before numbered ones: the one in its front matter, or else the empty context and the post's date. */
function contextsOf({ parsed, post }: ReadPost): string[] {
  if (parsed.columns.context !== undefined) return [parsed.columns.context];
  return post.day === null ? [''] : ['', post.day];
}

async function numberedContext({ contents, numbers }: ImportRun, place: PostPlace): Promise<string> {
  const key = JSON.stringify([place.context, place.slug]);
  const { context, number } = await freeContext(contents.database, place, (numbers.get(key) ?? 1) + 1);
  numbers.set(key, number);
  return context;
}

/** Whether a record that was not imported is the same post, rather than a different one with the same slug. */
function isSamePost({ dialect }: Database, row: Row, { post }: ReadPost): boolean {
  const dateOf = (column: string): string | null => dialect.decode('datetime', row[column] ?? null) as string | null;
  const date = statedDate({ publish_date: dateOf('publish_date'), firstPublishedAt: dateOf('firstPublishedAt') });
  return tidyTitle(String(row['title'])) === post.columns.title && row['body'] === post.body && date === post.columns.publish_date;
}

/** A file may name a thumbnail that exists only in its original system. Such an id is kept among the unknown fields. */
async function withoutMissingThumbnail(record: Content): Promise<void> {
  const { thumbnailAssetId } = record;
  if (thumbnailAssetId === null || (await isUsableThumbnail(record, record.database, thumbnailAssetId))) return;
  const { frontMatter } = record.metadata as { readonly frontMatter?: unknown };
  record.metadata = { ...record.metadata, frontMatter: { ...(isObject(frontMatter) ? frontMatter : {}), thumbnailAssetId } };
  record.thumbnailAssetId = null;
}

function sourceFor(
  { source }: ImportRun,
  { file, sha256, parsed }: ReadPost,
  { asDraft, ...fields }: { context: string; rev: number; asDraft: boolean },
): MarkdownSource {
  return { source, file, sha256, ...fields, frontMatter: parsed.frontMatter, ...(asDraft ? { asDraft } : {}) };
}
