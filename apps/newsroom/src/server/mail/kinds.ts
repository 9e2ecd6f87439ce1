import type { MailKind } from '@colophon/mail';
import { changesRequested } from './kinds/changes-requested.ts';
import { commentMention } from './kinds/comment-mention.ts';
import { contributionPromoted } from './kinds/contribution-promoted.ts';
import { contributionReceived } from './kinds/contribution-received.ts';
import { contributionRejected } from './kinds/contribution-rejected.ts';
import { correctionIssued } from './kinds/correction-issued.ts';
import { reviewFlagged } from './kinds/review-flagged.ts';
import { scheduleRefused } from './kinds/schedule-refused.ts';
import { securityNotice, securityReport } from './kinds/security-notice.ts';
import { webhookDisabled } from './kinds/webhook-disabled.ts';
import type { Places } from './places.ts';

/** The kinds of mail that Newsroom sends: one file and one line here for each. */
const KINDS: readonly ((places: Places) => MailKind)[] = [
  contributionReceived,
  changesRequested,
  contributionPromoted,
  contributionRejected,
  reviewFlagged,
  scheduleRefused,
  correctionIssued,
  commentMention,
  webhookDisabled,
  securityNotice,
  securityReport,
];

/** The kinds of mail that Newsroom sends. */
export function newsroomMailKinds(places: Places): MailKind[] {
  return KINDS.map((make) => make(places));
}
