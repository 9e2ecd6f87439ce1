import { z } from 'zod';
import { INTAKE_DECISIONS } from './enumerations.ts';
import { INBOUND_OUTCOMES } from './mail/content-inbound-mail.ts';
import { IntakeReasons } from './intake/reasons-schema.ts';

const record = z.looseObject({ id: z.string() });

/** What `submitWebContribution` answers. */
export const SubmissionAnswer = z.object({
  contribution: record.describe('What was taken in; strangers are told its id alone.'),
  received: z.boolean().optional().describe('To strangers, always true.'),
  intake: z.object({ decision: z.enum(INTAKE_DECISIONS), reasons: IntakeReasons }).optional(),
  content: record.nullable().optional().describe('What was made of it by itself.'),
  assets: z.array(z.object({ attachmentId: z.string(), assetId: z.string() })).optional(),
});

/** What `approveAction` and `promoteAction` answer. */
export const PromotionAnswer = z.object({
  contribution: record,
  content: record.nullable().describe('What was made of it; null while it is only approved.'),
  assets: z.array(z.object({ attachmentId: z.string(), assetId: z.string() })),
});

/** What `ingestEmailContribution` answers. */
export const MailAnswer = z.object({
  outcome: z.enum(INBOUND_OUTCOMES),
  reason: z.string().nullable().describe('Why it was ignored or refused: a code.'),
  contributionId: z.string().nullable(),
});
