import { z } from 'zod';
import { contentFields } from '../record/content-fields.ts';
import { POLICY_KINDS } from '../governance/definitions.ts';
import { jsonInput } from '../record/json-input.ts';
import { FindingInput, REVIEW_STATUSES } from './finding.ts';

/** The fields of an edit to review before it is saved. */
export const ReviewDraft = z.strictObject({
  through: z.string().max(40).optional().describe('The shared draft as it was at this state; the other fields are then those of it.'),
  variant: contentFields.variant.schema.optional(),
  slug: contentFields.slug.schema.optional(),
  context: contentFields.context.schema.optional(),
  title: contentFields.title.schema.optional(),
  description: contentFields.description.schema.optional(),
  body: contentFields.body.schema.optional(),
  bodyFormat: contentFields.bodyFormat.schema.optional(),
  authors: contentFields.authors.schema.optional(),
  language: contentFields.language.schema.optional(),
  category: contentFields.category.schema.optional(),
  url: contentFields.url.schema.optional(),
  source: contentFields.source.schema.optional(),
  metadata: contentFields.metadata.schema.optional(),
  thumbnailAssetId: contentFields.thumbnailAssetId.schema.optional(),
});
export type ReviewDraft = z.infer<typeof ReviewDraft>;

/** The input of `runReviewAction`: a policy, or with `status` a person's verdict. */
export const ReviewInput = z.strictObject({
  policyKey: z.string().min(1).max(100).optional().describe('The policy; default: the one named like the kind.'),
  kind: z.enum(POLICY_KINDS).optional().describe('The kind of the policy.'),
  draft: jsonInput(ReviewDraft, 'Fields of an unsaved edit: they are reviewed instead of the stored ones.').optional(),
  status: z.enum(REVIEW_STATUSES).optional().describe('The verdict of the caller; without it the policy’s own reviewer is used.'),
  summary: z.string().max(10_000).optional().describe('The verdict in words, with status.'),
  findings: jsonInput(
    z.array(FindingInput).max(500),
    'The findings of the person, with status: a list of {severity, title, detail, quote}.',
  ).optional(),
});
export type ReviewInput = z.infer<typeof ReviewInput>;

export const ProfileKeyInput = z.strictObject({ profileKey: z.string().min(1).max(100).describe('The profile.') });
export type ProfileKeyInput = z.infer<typeof ProfileKeyInput>;

export const ReadinessInput = z.strictObject({
  contentIds: z.array(z.string().min(1).max(200)).min(1).max(500).describe('The records.'),
  profileKey: z.string().min(1).max(100).describe('The profile.'),
});
export type ReadinessInput = z.infer<typeof ReadinessInput>;
