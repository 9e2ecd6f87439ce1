import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { createVersion } from '../versions/create-version.ts';
import { saveFromDraft } from './apply-draft.ts';
import type { SaveDraftInput } from './draft-inputs.ts';

/**
 * Saves a record as its draft was at a number. Rules, versions and the gate apply as to every other save; a summary makes a version.
 *
 * @throws ConflictError `draft_moved_on`, `draft_private`, `no_draft`
 */
export async function saveDraft<R extends ContentRecord>(record: R, { through, summary }: SaveDraftInput, call: Call): Promise<R> {
  await saveFromDraft(record, through, call, async ({ writers }) => {
    await record.save();
    if (summary !== undefined) await createVersion(record, { kind: 'manual', summary, metadata: { writers: [...writers] } }, call);
  });
  return record;
}
