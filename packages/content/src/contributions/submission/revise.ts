import { type Call, ColophonError, ConflictError, hasRole, makeCall, NotFoundError, SYSTEM, ValidationError } from '@colophon/core';
import { shownText } from '../../rendering/shown-text.ts';
import type { ContributionRecord } from '../record/contribution-record.ts';
import type { SenderProof } from '../record/enumerations.ts';
import { latestAttachments } from '../files/latest-attachments.ts';
import { droppingOnFailure, intakeFiles, type TakenFile } from '../files/taken-file.ts';
import { type ReceivedAttachment, storeReceived, takeNamed } from '../files/take-files.ts';
import { LONGEST_TEXT, type RevisionInput } from '../intake/inputs.ts';
import { decideIntake } from '../intake/decide.ts';
import type { MailSign } from '../record/intake-package.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { judgeAction, statusAfterRevision } from '../record/states.ts';
import { reserveSubmission } from '../record/throttles.ts';
import { requireType } from '../types/load-types.ts';
import { tellOfContribution } from '../record/tell-of-contribution.ts';
import { writeRevision, type RevisionAuthor } from './write-admission.ts';

/** The context of a revision other than a plain call. */
export interface RevisionArrival {
  readonly received?: readonly ReceivedAttachment[];
  /** The proof that the contributor sent it, if there is no account. */
  readonly senderProof?: SenderProof;
  readonly by?: RevisionAuthor;
  /** Suspicious properties of the mail that it was received by. */
  readonly mailSigns?: readonly MailSign[];
  /** Records the mail that it was received by as ingested, in the same transaction. */
  readonly write?: (contribution: { readonly id: string }) => Promise<void>;
}

/**
 * Revises a contribution. Omitted values stay, files too. Intake checks it before anything is
 * written: a rejected revision is not stored, and the contribution is rejected with the reason.
 *
 * @throws ConflictError `contribution_state` if the contribution accepts no revision
 */
export async function reviseContribution<C extends ContributionRecord>(
  contribution: C,
  input: RevisionInput,
  call: Call,
  arrival: RevisionArrival = {},
): Promise<C> {
  const { database } = contribution;
  // A link allows this action only.
  const acting = arrival.senderProof === undefined ? call : makeCall({ ...call, caller: SYSTEM });
  // Before any bytes are stored; it is checked again under the lock.
  judgeAction('revise', contribution.status);
  await reserveSubmission(database, call);
  if ((input.body?.length ?? 0) > LONGEST_TEXT)
    throw new ColophonError(413, 'too_large', `The text is longer than ${LONGEST_TEXT} characters.`, {
      extensions: { limit: LONGEST_TEXT },
    });
  // If the stored state differs from what was read, the revision is refused as stale.
  const shown = await shownText(input.body ?? contribution.body, input.bodyFormat ?? contribution.bodyFormat);
  const given = [...(await takeNamed(database, call, input.attachments ?? [])), ...(await storeReceived(database, arrival.received ?? []))];
  return droppingOnFailure(given, () =>
    contribution.act('revise', acting, (fresh) =>
      writeAnew(fresh, { input, shown, given, arrival, expectedRev: contribution.rev }, acting),
    ),
  );
}

interface Revising {
  readonly input: RevisionInput;
  readonly shown: string;
  readonly given: readonly TakenFile[];
  readonly arrival: RevisionArrival;
  readonly expectedRev: number;
}

async function writeAnew(fresh: ContributionRecord, { input, shown, given, arrival, expectedRev }: Revising, call: Call): Promise<void> {
  const { database } = fresh;
  if (fresh.rev !== expectedRev) throw revisedMeanwhile();
  const contributor = await new ContentContributors(database).get(fresh.contributorId);
  if (!contributor || contributor.erasedAt !== null) throw new NotFoundError('The contributor of this was erased.');
  const type = await requireType(database, fresh.tenantId, fresh.contributionTypeKey);
  const files = [...(await keptFiles(fresh, input.keepAttachments)), ...given];
  const senderProof = arrival.senderProof ?? proofOf(call, contributor.userId);
  const texts = {
    title: orStanding(input.title, fresh.title),
    description: orStanding(input.description, fresh.description),
    body: input.body ?? fresh.body,
    bodyFormat: input.bodyFormat ?? fresh.bodyFormat,
    language: input.language === undefined ? fresh.language : input.language || null,
  };
  const intake = decideIntake(type, {
    title: texts.title,
    description: texts.description,
    body: texts.body,
    shown,
    channel: fresh.channel,
    senderProof,
    files: intakeFiles(files),
    contributor: { trustLevel: contributor.trustLevel },
    mailSigns: arrival.mailSigns ?? [],
  });
  const status = statusAfterRevision(fresh.status, intake.decision);
  await arrival.write?.(fresh);
  const judged = { status, intakeDecision: intake.decision, intakeReasons: [...intake.reasons] };
  if (intake.decision === 'reject') {
    // The texts are stored with the rejection, which names no person: the contributor sees the text, and not that it was rejected.
    await fresh.move({ ...texts, ...judged, rejectedAt: call.now().toISOString(), decidedBy: null });
    await tellOfContribution(database, call, fresh, 'contribution.rejected');
    for (const file of given) await file.drop();
    return;
  }
  const revisionNumber = fresh.revisionCount + 1;
  await fresh.move({ ...texts, ...judged, senderProof, revisionCount: revisionNumber });
  const by = arrival.by ?? authorOf(call, contributor.userId);
  await writeRevision(fresh, { intake, files, by, revisionNumber }, call);
  await tellOfContribution(database, call, fresh, 'contribution.revised');
  if (intake.decision === 'quarantine') await tellOfContribution(database, call, fresh, 'contribution.quarantined');
}

/** Returns the new text, or the current one if none was provided. */
function orStanding(given: string | null | undefined, standing: string | null): string | null {
  return given === undefined ? standing : given?.trim() || null;
}

function isContributor({ caller }: Call, userId: string | null): boolean {
  return caller.kind === 'user' && caller.id !== null && caller.id === userId;
}

function proofOf(call: Call, userId: string | null): SenderProof {
  if (isContributor(call, userId)) return 'account';
  return hasRole(call.caller, 'editor') ? 'application' : 'none';
}

function authorOf(call: Call, userId: string | null): RevisionAuthor {
  if (isContributor(call, userId)) return 'contributor';
  return call.caller.kind === 'system' ? 'application' : 'editor';
}

/** The files of the latest revision that are kept: both revisions refer to them. @throws ValidationError for a missing one */
async function keptFiles(contribution: ContributionRecord, keep: readonly string[] | undefined): Promise<TakenFile[]> {
  const standing = await latestAttachments(contribution);
  const unknown = keep?.find((id) => !standing.some((each) => each.id === id));
  if (unknown !== undefined)
    throw ValidationError.of([
      { pointer: '/keepAttachments', code: 'not_found', detail: `names no file of the latest revision: ${unknown}` },
    ]);
  return standing
    .filter(({ id, fileKey, raw }) => fileKey !== null && !raw && (keep === undefined || keep.includes(id)))
    .map(({ filename, mimeType, declaredMimeType, size, sha256, fileKey, inline, width, height, suspect }) => ({
      name: filename,
      mimeType,
      declaredMimeType,
      size,
      sha256,
      fileKey,
      inline,
      width,
      height,
      signs: suspect,
      claim: async () => undefined,
      drop: async () => undefined,
    }));
}

function revisedMeanwhile(): ConflictError {
  return new ConflictError('The contribution was changed since it was read.', {
    code: 'stale',
    hint: 'Read it again, and send the revision then.',
  });
}
