import { type Call, ConflictError, ValidationError } from '@colophon/core';
import { changesOfRecord, readValues } from '@colophon/draft';
import { readDraftRow } from '../drafts/record/draft-rows.ts';
import { isHiddenFrom } from '../drafts/record/hidden-drafts.ts';
import { pinState } from '../drafts/record/pin-state.ts';
import { recordValues } from '../drafts/record/record-values.ts';
import { documentAt, readThrough } from '../drafts/record/state-at.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { ReviewDraft } from './review-input.ts';

/**
 * Returns the fields of an edit that is reviewed: with `through` those in which the shared draft differs from the record. That state is
 * pinned, so that it can be saved and published after the review while others write on.
 *
 * @throws ConflictError `no_draft`, `draft_private`, `draft_moved_on`
 * @throws ValidationError if other fields are given with it, or the draft holds what no record may
 */
export async function draftUnderReview(
  content: ContentRecord,
  draft: ReviewDraft | undefined,
  call: Call,
): Promise<ReviewDraft | undefined> {
  if (draft?.through === undefined) return draft;
  const { through, ...others } = draft;
  if (Object.values(others).some((value) => value !== undefined))
    throw ValidationError.of([{ pointer: '/draft', code: 'invalid', detail: 'has either through or fields' }]);
  const { database, id } = content;
  const row = await readDraftRow(database, id);
  if (!row) throw new ConflictError('This piece has no draft: all that is written is in the record.', { code: 'no_draft' });
  if (isHiddenFrom(call, row))
    throw new ConflictError('This draft is private until the person who began it shares it.', { code: 'draft_private' });
  const cursor = readThrough(through);
  const document = await documentAt(database, row, cursor);
  await pinState(database, row, cursor.sequence, document, call);
  const { fields } = changesOfRecord(await recordValues(content), readValues(document));
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(ReviewDraft.shape, name));
  const read = ReviewDraft.safeParse(Object.fromEntries(known));
  if (read.success) return read.data;
  throw ValidationError.of(
    read.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, code: 'invalid', detail: message })),
  );
}
