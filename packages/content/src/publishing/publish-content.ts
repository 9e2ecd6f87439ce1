import { WITHHELD_KINDS } from '@colophon/contract';
import { type Call, ConflictError, requireScope } from '@colophon/core';
import { z } from 'zod';
import { keepBylines } from '../bylines/keep-bylines.ts';
import { saveFromDraft } from '../drafts/apply-draft.ts';
import { issueCorrection } from '../corrections/issue-correction.ts';
import { freezeEdition } from '../editions/freeze-edition.ts';
import { changesSince, requireEdition } from '../editions/read-publication.ts';
import { auditEdition } from '../editions/record/audit-edition.ts';
import { currentEdition, type Edition } from '../editions/record/current-editions.ts';
import { forgetChanges } from '../editions/record/mark-changed.ts';
import type { ContentEventKind } from '../events/content-event.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { CorrectionInput } from '../record/correction-input.ts';
import { id } from '../record/inputs.ts';
import { jsonInput } from '../record/json-input.ts';
import { lockContent } from '../record/lock-content.ts';
import { ReviewInput } from '../reviews/review-input.ts';
import { runReview } from '../reviews/run-review.ts';
import { holdAtGate, linksOf, recordPublication, summaries } from './publish-gate.ts';

const Verdict = ReviewInput.omit({ draft: true }).extend({ status: ReviewInput.shape.status.unwrap() });

export const PublishInput = z.strictObject({
  through: z
    .string()
    .max(40)
    .optional()
    .describe('Publish the draft as it was at this state: exactly that, with what was typed since left in the draft. Default: the record.'),
  verdicts: jsonInput(z.array(Verdict).max(50), 'Verdicts of the caller, recorded before the gate: a list as for reviews.').optional(),
  correction: jsonInput(CorrectionInput, 'A notice for readers, issued with the publication.').optional(),
  lift: jsonInput(
    z.array(z.strictObject({ kind: z.enum(WITHHELD_KINDS), objectId: id })).max(200),
    'What is no longer withheld: a list of {kind, objectId}.',
  ).optional(),
  summary: z.string().max(2000).optional().describe('What was changed, for the list of versions.'),
});
export type PublishInput = z.infer<typeof PublishInput>;

/**
 * Publishes a record, or publishes it again: readers get its text and everything that it shows as they are now, after the gate has judged
 * both. The verdicts, the edition and the notice are made in one transaction, all or nothing. If nothing would change for readers, the
 * current edition is returned.
 *
 * @throws ConflictError `stale` if the record was changed since it was read; `draft_moved_on` if the state of the draft is not kept any more
 * @throws ValidationError `publish_readiness`
 */
export function publishContent(content: ContentRecord, input: PublishInput, call: Call): Promise<Edition> {
  requireScope(call, 'publish');
  const { database, id: contentId, rev } = content;
  return database.transaction(async () => {
    await lockContent(database, contentId);
    const record = await contentsOf(database, call).require(contentId);
    if (record.rev !== rev) throw new ConflictError('The record was changed since it was read; read it again.', { code: 'stale' });
    const { through } = input;
    if (through === undefined) return publishRecord(record, input, call);
    return saveFromDraft(record, through, call, () => publishRecord(record, input, call), { isExact: true });
  });
}

/** Publishes a record as it is in memory: with the values of its draft, if it is published from that. */
async function publishRecord(record: ContentRecord, input: PublishInput, call: Call): Promise<Edition> {
  for (const verdict of input.verdicts ?? []) await runReview(record, verdict, call);
  if (input.summary !== undefined) summaries.set(record, input.summary);
  if (record.status === 'published') {
    if (input.through !== undefined) await record.save();
    await publishAgain(record, input, call);
  } else {
    record.status = 'published';
    await record.save();
  }
  if (input.correction) await issueCorrection(record, input.correction, call);
  return requireEdition(record);
}

async function publishAgain(record: ContentRecord, { lift = [], summary, correction }: PublishInput, call: Call): Promise<void> {
  const { database, id: contentId, tenantId } = record;
  const current = await currentEdition(database, contentId);
  const isLifted = (each: { readonly kind: string; readonly id: string }): boolean =>
    lift.some(({ kind, objectId }) => kind === each.kind && objectId === each.id);
  const withheld = current?.shown.withheld.filter((each) => !isLifted(each)) ?? [];
  const hasOldTags = record.tagsAsPublished !== null;
  const isLifting = withheld.length !== (current?.shown.withheld.length ?? 0);
  if (current && !isLifting && !hasOldTags && (await changesSince(record, current, call)).length === 0)
    return forgetChanges(database, contentId);
  const passed = await holdAtGate(record);
  const bylines = await keepBylines(record);
  const version = passed && (await recordPublication(record, passed, { bylines, first: false, summary }, call));
  if (hasOldTags) {
    record.tagsAsPublished = null;
    const { builder } = database.dialect;
    await database.run(builder.updateTable('contents').set({ tagsAsPublished: null }).where('id', '=', contentId).compile());
  }
  const edition = await freezeEdition(record, call, { version, bylines, known: passed && linksOf(passed, contentId), withheld });
  if (edition.number === current?.number) return;
  await auditEdition(database, edition, { action: 'publish', tenantId }, call);
  // A notice is an event of its own, and tells followers the same.
  if (correction) return;
  const { type, slug, context, status, rev } = record;
  await recordEvent(database, call, {
    kind: 'content.updated' satisfies ContentEventKind,
    objectType: 'contents',
    objectId: contentId,
    tenantId,
    data: { type, slug, context, status, rev, edition: edition.number },
  });
}
