import { z } from 'zod';
import { PublicCorrectionAnswer } from '../corrections/answers.ts';
import { FactSource } from '../facts/fact.ts';
import { CitedAnswer } from '../references/answers.ts';

/** What every kind of program has in common. */
const approved = {
  fields: z.array(z.string()),
  approvedBy: z.string().nullable(),
  approvals: z.int(),
  approvalIds: z.array(z.string()).describe('The records of the approvals, the latest first, at most a hundred.'),
  first: z.string(),
  last: z.string(),
};

const AssistantAnswer = z.object({ agent: z.literal('assistant'), model: z.string().nullable(), tool: z.string(), ...approved });

const ClientAnswer = z.object({
  agent: z.literal('client').describe('A program that a person has connected.'),
  client: z.string().describe('What it calls itself.'),
  host: z.string().nullable().describe('The host that vouches for it.'),
  verified: z.boolean(),
  actingFor: z.object({ name: z.string().nullable() }),
  operations: z.array(z.string()),
  ...approved,
});

/** The public account of how a piece was made. */
export const TransparencyAnswer = z.object({
  snapshotKind: z.enum(['preview', 'published']),
  generatedAt: z.string(),
  contentId: z.string(),
  type: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  url: z.string().nullable(),
  publicationProfileKey: z.string().nullable(),
  generation: z
    .object({ aiAssisted: z.boolean().nullable(), model: z.string().nullable(), publicPrompt: z.string().nullable() })
    .describe('How AI was involved; null if nobody has stated it.'),
  assistance: z
    .array(z.discriminatedUnion('agent', [AssistantAnswer, ClientAnswer]))
    .optional()
    .describe('What programs changed in the piece, and on whose approval; absent from accounts frozen before this was recorded.'),
  pictures: z
    .array(
      z.object({
        assetId: z.string(),
        name: z.string(),
        relationship: z.string(),
        aiAssisted: z.boolean().nullable(),
        model: z.string().nullable(),
        toldBy: z.enum(['manifest', 'application', 'people']).nullable(),
        digitalSourceTypes: z.array(z.string()),
        validation: z.enum(['valid', 'invalid', 'incomplete']).nullable(),
        signer: z.string().nullable().describe('The name in the certificate, which is not verified.'),
      }),
    )
    .optional()
    .describe('The origins of the used images; absent from accounts frozen before this was recorded.'),
  responsiblePerson: z.string().nullable(),
  facts: z.array(
    z.object({
      id: z.string(),
      statement: z.string(),
      status: z.string(),
      confidence: z.number().nullable(),
      relationship: z.string(),
      sources: z.array(FactSource),
      supersededBy: z.string().nullable(),
    }),
  ),
  references: z.array(CitedAnswer),
  reviews: z
    .array(
      z.object({
        policyKey: z.string(),
        kind: z.string(),
        status: z.string(),
        summary: z.string(),
        reviewer: z.string(),
        judgedBy: z.enum(['person', 'rules', 'ai']).optional().describe('Absent from accounts frozen before this was recorded.'),
        model: z.string().nullable(),
        created_at: z.string(),
      }),
    )
    .describe('The current review of each policy.'),
  judgedByAIAlone: z
    .array(z.object({ policyKey: z.string(), label: z.string(), model: z.string().nullable() }))
    .optional()
    .describe('Blocking policies under which no person judged the piece; absent from accounts frozen before this was recorded.'),
  humanReview: z.object({ reviewer: z.string(), policyKey: z.string(), created_at: z.string() }).nullable(),
  corrections: z.array(PublicCorrectionAnswer),
  withdrawal: z.object({ summary: z.string(), publishedAt: z.string() }).nullable(),
  versions: z.array(z.object({ version: z.int(), kind: z.string(), summary: z.string().nullable(), created_at: z.string() })),
});

/** The frozen account, with its version. */
export const PublishedTransparencyAnswer = TransparencyAnswer.extend({
  publicationVersion: z.object({ id: z.string(), version: z.int(), created_at: z.string() }),
});
