import { type Call, collection, type Database, object, text } from '@colophon/core';
import type { MarkdownSource } from '../record/markdown-source.ts';

/** A file whose record was removed here: it is not imported again unless it changes. */
class DeletedPost extends object(
  { source: text({ maxLength: 4096 }), file: text({ required: true }), sha256: text({ required: true, maxLength: 64 }) },
  { table: 'deleted_posts', tenant: true, audit: false, indexes: [['tenantId', 'sha256']] },
) {}

/** The files whose records were removed. */
export class DeletedPosts extends collection(DeletedPost) {}

/** Stores the file of a removed record, if it came from one. */
export async function rememberDeletedPost(
  database: Database,
  { tenantId, markdownSource }: { tenantId: string | null; markdownSource: MarkdownSource | null },
  call: Call,
): Promise<void> {
  if (!markdownSource) return;
  const { source = null, file, sha256 } = markdownSource;
  const posts = new DeletedPosts(database);
  await posts.add({ tenantId, source, file, sha256, created_at: call.now().toISOString() });
}

/** Returns the files of a source whose records were removed, by the hash of their content. */
export async function deletedPosts(database: Database, tenantId: string | null, source: string): Promise<Map<string, Set<string>>> {
  const query = database.dialect.builder
    .selectFrom('deleted_posts')
    .select(['file', 'sha256'])
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where((each) => each.or([each('source', '=', source), each('source', 'is', null)]));
  const filesByHash = new Map<string, Set<string>>();
  for (const row of await database.all(query.compile())) {
    const sha256 = String(row['sha256']);
    filesByHash.set(sha256, (filesByHash.get(sha256) ?? new Set()).add(String(row['file'])));
  }
  return filesByHash;
}
