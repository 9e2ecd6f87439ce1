import type { Call, SaveContext } from '@colophon/core';
import { hashPackage } from '../record/content-hash.ts';
import type { ContributionFields } from '../record/contribution-record.ts';
import { type ContentContributionRevision, ContentContributionRevisions } from '../record/content-contribution-revision.ts';
import { ContentContributionAttachments } from '../files/content-contribution-attachment.ts';
import type { TakenFile } from '../files/taken-file.ts';
import type { Intake } from '../intake/decide.ts';
import { tellOfContribution } from '../record/tell-of-contribution.ts';

/** The decision of intake for a new contribution, and its files. */
export interface Admission {
  readonly intake: Intake;
  readonly files: readonly TakenFile[];
  readonly by: RevisionAuthor;
}

export type RevisionAuthor = ContentContributionRevision['by'];

const ARRIVED = { accept: 'contribution.received', quarantine: 'contribution.quarantined', reject: 'contribution.rejected' } as const;

/** Writes the first revision of a new contribution with its files, in the transaction of its save, and its event. */
export async function writeAdmission(
  contribution: ContributionFields,
  admission: Admission,
  { database, call }: SaveContext,
): Promise<void> {
  await writeRevision(contribution, { ...admission, revisionNumber: 1 }, call);
  // A single event whatever the decision: the response time must not depend on the outcome.
  await tellOfContribution(database, call, contribution, ARRIVED[admission.intake.decision]);
}

/** Writes a revision with the current content and files of a contribution, in the ambient transaction. */
export async function writeRevision(
  contribution: ContributionFields,
  { intake, files, by, revisionNumber }: Admission & { readonly revisionNumber: number },
  call: Call,
): Promise<ContentContributionRevision> {
  const { database, id: contributionId, tenantId, channel, title, description, body, bodyFormat } = contribution;
  const revision = await new ContentContributionRevisions(database, call).add({
    contributionId,
    tenantId,
    revisionNumber,
    channel,
    title,
    description,
    body,
    bodyFormat,
    by,
    contentHash: hashPackage({ title, description, body, bodyFormat, files }),
    intakeDecision: intake.decision,
    intakeReasons: [...intake.reasons],
  });
  const attachments = new ContentContributionAttachments(database, call);
  for (const { name, mimeType, declaredMimeType, size, sha256, fileKey, inline, raw = false, width, height, signs, claim } of files) {
    await claim();
    await attachments.add({
      contributionId,
      tenantId,
      revisionId: revision.id,
      filename: name,
      mimeType,
      size,
      sha256,
      fileKey,
      inline,
      raw,
      width,
      height,
      declaredMimeType,
      suspect: [...signs],
    });
  }
  return revision;
}
