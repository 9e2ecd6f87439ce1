import { z } from 'zod';

/** The kinds of corrections of what was published. */
export const CORRECTION_TYPES = ['correction', 'retraction', 'update', 'clarification'] as const;
export type ContentCorrectionType = (typeof CORRECTION_TYPES)[number];

/** The input of `issueCorrectionAction`. */
export const CorrectionInput = z.strictObject({
  type: z.enum(CORRECTION_TYPES).describe('retraction withdraws the piece; the others do not.'),
  summary: z.string().trim().min(1).max(2000).describe('What was wrong and what is right, for readers.'),
  note: z.string().max(20_000).nullish().describe('Further details, for readers.'),
});
export type CorrectionInput = z.infer<typeof CorrectionInput>;
