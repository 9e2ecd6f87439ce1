import type { ContributionFields } from '../record/contribution-record.ts';
import type { SenderProof } from '../record/enumerations.ts';
import { intakeFiles, type TakenFile } from '../files/taken-file.ts';
import { decideIntake } from '../intake/decide.ts';
import type { MailSign } from '../record/intake-package.ts';
import type { ContentContributor } from '../people/content-contributor.ts';
import { FIRST_STATUS } from '../record/states.ts';
import type { ContributionTypeDefinition } from '../types/type-definition.ts';
import type { Admission, RevisionAuthor } from './write-admission.ts';

/** The input of intake for a new contribution. */
export interface Judgement {
  readonly type: ContributionTypeDefinition;
  readonly contributor: ContentContributor;
  /** The rendered text. */
  readonly shown: string;
  readonly files: readonly TakenFile[];
  readonly senderProof: SenderProof;
  readonly by: RevisionAuthor;
  readonly now: Date;
  readonly honeypot?: boolean;
  readonly withoutWork?: boolean;
  readonly isQuick?: boolean;
  readonly dmarcFailed?: boolean;
  readonly mailSigns?: readonly MailSign[];
}

/** Applies intake to a new contribution, and sets the result on it. */
export function judgeNew(contribution: ContributionFields, judgement: Judgement): Admission {
  const {
    type,
    contributor,
    shown,
    files,
    senderProof,
    by,
    now,
    honeypot = false,
    withoutWork = false,
    isQuick = false,
    dmarcFailed = false,
    mailSigns = [],
  } = judgement;
  const { channel, title, description, body } = contribution;
  const intake = decideIntake(type, {
    channel,
    title,
    description,
    body: String(body ?? ''),
    shown,
    senderProof,
    honeypot,
    withoutWork,
    isQuick,
    dmarcFailed,
    mailSigns,
    files: intakeFiles(files),
    contributor: { trustLevel: contributor.trustLevel },
  });
  const at = now.toISOString();
  Object.assign(contribution, {
    contributorId: contributor.id,
    contributionTypeKey: type.key,
    status: FIRST_STATUS[intake.decision],
    intakeDecision: intake.decision,
    intakeReasons: [...intake.reasons],
    senderProof,
    userId: contributor.userId,
    revisionCount: 1,
    receivedAt: at,
    rejectedAt: intake.decision === 'reject' ? at : null,
  });
  return { intake, files, by };
}
