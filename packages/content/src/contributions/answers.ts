import { z } from 'zod';
import { INTAKE_DECISIONS } from './record/enumerations.ts';
import { INBOUND_OUTCOMES } from './record/content-inbound-mail.ts';
import { IntakeReasons } from './record/reasons-schema.ts';

const record = z.looseObject({ id: z.string() });

/** The result of `submitWebContribution`. */
export const SubmissionAnswer = z.object({
  contribution: record.describe('The contribution; callers who are not signed in receive its id only.'),
  received: z.boolean().optional().describe('To strangers, always true.'),
  intake: z.object({ decision: z.enum(INTAKE_DECISIONS), reasons: IntakeReasons }).optional(),
  content: record.nullable().optional().describe('The content created by automatic promotion.'),
  assets: z.array(z.object({ attachmentId: z.string(), assetId: z.string() })).optional(),
});

/** The result of `approveAction` and `promoteAction`. */
export const PromotionAnswer = z.object({
  contribution: record,
  content: record.nullable().describe('The content created from it; null while it is only approved.'),
  assets: z.array(z.object({ attachmentId: z.string(), assetId: z.string() })),
});

/** The result of `ingestEmailContribution`. */
export const MailAnswer = z.object({
  outcome: z.enum(INBOUND_OUTCOMES),
  reason: z.string().nullable().describe('Why it was ignored or refused: a code.'),
  contributionId: z.string().nullable(),
});

/** The part of a contribution that its contributor sees by a link. */
export const LinkAnswer = z.object({
  id: z.string(),
  status: z.enum(['received', 'needs_changes', 'approved', 'promoted', 'rejected', 'withdrawn']),
  typeKey: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  body: z.string(),
  receivedAt: z.string().nullable(),
  note: z.string().nullable(),
  allowedActions: z.array(z.enum(['revise', 'withdraw'])).readonly(),
});
