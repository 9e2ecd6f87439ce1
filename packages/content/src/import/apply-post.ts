import { ConflictError, type Database, type Row } from '@colophon/core';
import type { Content } from '../content/content.ts';
import type { Contents } from '../content/contents.ts';
import type { MarkdownSource } from '../content/markdown-source.ts';
import { tidyTitle } from '../markdown/post.ts';
import { type KnownPost, recordAt } from './known-posts.ts';
import type { ReadPost } from './read-post.ts';

/** One run of an import: where it writes, what it knows, and what it will come across. */
export interface ImportRun {
  readonly contents: Contents;
  readonly tenantId: string | null;
  readonly known: ReadonlyMap<string, KnownPost>;
  readonly files: ReadonlySet<string>;
}

export type PostOutcome = 'created' | 'updated' | 'unchanged';

/**
 * Brings one post in. A file that is as it was at its last import changes nothing, whatever became of the record; one that
 * changed updates its record unless someone edited that here. Runs in the ambient transaction.
 *
 * @throws ConflictError when both changed
 */
export async function applyPost(run: ImportRun, read: ReadPost): Promise<PostOutcome> {
  const known = run.known.get(read.file);
  if (known?.sha256 === read.sha256) return 'unchanged';
  const record = known && (await run.contents.getForUpdate(known.id));
  if (!known || !record) return createPost(run, read);
  if (record.rev !== known.importedRev) {
    throw new ConflictError(`The file changed, and so did the record ${record.id} made of it; nothing was overwritten.`, {
      code: 'edited_here',
      hint: 'Bring the two together by hand: export the record, merge, and save the result here.',
    });
  }
  const { type: _type, context, ...columns } = read.post.columns;
  Object.assign(record, columns, {
    context: read.parsed.columns.context === undefined ? record.context : context,
    body: read.post.body,
    metadata: read.post.metadata,
  });
  record.markdownSource = sourceOf(read, record.context, record.rev + 1);
  await record.save();
  return 'updated';
}

async function createPost(run: ImportRun, read: ReadPost): Promise<PostOutcome> {
  const { contents, tenantId } = run;
  const { columns, body, metadata } = read.post;
  for (const context of contextsFor(read)) {
    const taken = await recordAt(contents.database, { tenantId, context, slug: columns.slug });
    if (!taken) {
      await contents.add({ ...columns, context, body, metadata, tenantId, markdownSource: sourceOf(read, context, 1) });
      return 'created';
    }
    const source = contents.database.dialect.decode('json', taken['markdownSource']) as MarkdownSource | null;
    if (isSamePost(contents.database, taken, read) && !(source && run.files.has(source.file))) {
      await adopt(contents.database, String(taken['id']), sourceOf(read, context, Number(taken['rev'])));
      return 'unchanged';
    }
  }
  throw new ConflictError(`The slug ${columns.slug} is taken in the context ${columns.context} that the front matter names.`, {
    code: 'not_unique',
  });
}

/** Where a post may stand: where it says itself, else without a context, else under its day. */
function* contextsFor({ parsed, post }: ReadPost): Generator<string> {
  if (parsed.columns.context !== undefined) {
    yield parsed.columns.context;
    return;
  }
  yield '';
  if (post.day !== null) yield post.day;
  for (let number = 2; ; number += 1) yield post.day === null ? String(number) : `${post.day}-${number}`;
}

/** Brought in by other means, or from a file of another name: the same piece, not another one of its slug. */
function isSamePost({ dialect }: Database, row: Row, { post }: ReadPost): boolean {
  const date = dialect.decode('datetime', row['publish_date']);
  return tidyTitle(String(row['title'])) === post.columns.title && row['body'] === post.body && date === post.columns.publish_date;
}

function sourceOf({ file, sha256, parsed }: ReadPost, context: string, rev: number): MarkdownSource {
  return { file, sha256, rev, context, frontMatter: parsed.frontMatter };
}

/** Remembers the file of a record that is there already: bookkeeping, which revises nothing. */
async function adopt(database: Database, id: Content['id'], source: MarkdownSource): Promise<void> {
  const encoded = database.dialect.encode('json', source);
  await database.run(database.dialect.builder.updateTable('contents').set({ markdownSource: encoded }).where('id', '=', id).compile());
}
