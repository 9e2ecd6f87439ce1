import { type Call, ForbiddenError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { announceDraft } from './record/announce-draft.ts';
import { lockDraft, readDraftRow } from './record/draft-rows.ts';
import { writerOf } from './record/writer.ts';

/** Shows a private draft to everybody who may read the record: for good. @throws ForbiddenError for anybody but who began it */
export async function shareDraft({ database, id }: ContentRecord, call: Call): Promise<void> {
  await database.transaction(async () => {
    await lockDraft(database, id);
    const row = await readDraftRow(database, id);
    if (!row?.isPrivate) return;
    if (row.startedBy === null || row.startedBy !== writerOf(call.caller))
      throw new ForbiddenError('Only the person who began a private draft can share it.');
    const { dialect } = database;
    const update = dialect.builder
      .updateTable('content_drafts')
      .set({ isPrivate: dialect.encode('boolean', false) })
      .where('id', '=', row.id);
    await database.run(update.compile());
    announceDraft(database, id);
  });
}
