import type { Database } from '@colophon/core';
import { documentsOf } from './record/draft-documents.ts';
import type { DraftWriters } from './record/content-draft.ts';
import { beginEpoch, dropDamagedDraft } from './record/next-epoch.ts';

/** What somebody wrote in a draft. */
export interface DraftWriting {
  readonly contentId: string;
  /** The day on which they began, without its time. */
  readonly day: string;
  /** UTF-16 units that they typed or pasted in it, as far as the draft still counts them. */
  readonly letters: number;
}

/** Returns the drafts that a person or token wrote in. */
export async function exportDraftsOf(database: Database, writer: string): Promise<DraftWriting[]> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_draft_clients as client')
    .innerJoin('content_drafts as draft', 'draft.id', 'client.draftId')
    .select(['draft.contentId as contentId', 'client.created_at as at', 'client.clock as letters'])
    .where('client.writer', '=', writer)
    .orderBy('client.created_at');
  return (await database.all(query.compile())).map((row) => ({
    contentId: String(row['contentId']),
    day: String(dialect.decode('datetime', row['at'])).slice(0, 10),
    letters: Number(row['letters']),
  }));
}

/**
 * Erases who wrote in drafts, and begins those anew: what they typed and deleted is in none then, nor when they typed. The text itself is the
 * piece's. A private draft, which nobody else has seen, is deleted.
 *
 * @returns in how many drafts they had written
 */
export async function eraseDraftsOf(database: Database, writer: string): Promise<number> {
  const { dialect } = database;
  const { builder } = dialect;
  const known = await database.all(
    builder.selectFrom('content_drafts').select(['id', 'contentId', 'writers', 'startedBy', 'isPrivate']).compile(),
  );
  const written = new Set<unknown>();
  for (const table of ['content_draft_clients', 'content_draft_updates'])
    for (const row of await database.all(builder.selectFrom(table).select('draftId').distinct().where('writer', '=', writer).compile()))
      written.add(row['draftId']);
  let count = 0;
  for (const row of known) {
    const writers = dialect.decode('json', row['writers']) as DraftWriters;
    if (!written.has(row['id']) && !Object.hasOwn(writers, writer) && row['startedBy'] !== writer) continue;
    count += 1;
    const contentId = String(row['contentId']);
    const isOwn = row['startedBy'] === writer;
    if (isOwn && dialect.decode('boolean', row['isPrivate']) === true) {
      await database.run(builder.deleteFrom('content_drafts').where('id', '=', row['id']).compile());
      documentsOf(database).forget(contentId);
      continue;
    }
    // What cannot be read cannot begin anew.
    if (await dropDamagedDraft(database, contentId)) continue;
    await database.transaction(async () => {
      await beginEpoch(database, contentId, { dropsPins: true });
      const current = await database.first(builder.selectFrom('content_drafts').select('writers').where('id', '=', row['id']).compile());
      const left = Object.entries((dialect.decode('json', current?.['writers'] ?? null) ?? {}) as DraftWriters);
      const values = {
        writers: dialect.encode('json', Object.fromEntries(left.filter(([each]) => each !== writer))),
        ...(isOwn ? { startedBy: null } : {}),
      };
      await database.run(builder.updateTable('content_drafts').set(values).where('id', '=', row['id']).compile());
    });
    documentsOf(database).forget(contentId);
  }
  return count;
}
