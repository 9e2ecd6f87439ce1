import { z } from 'zod';
import { jsonInput } from '../../record/json-input.ts';

/** Maximum number of records per job. */
export const MAXIMUM_REVIEWED = 500;

const ids = z.array(z.string().min(1).max(200));

/** The input of a review of many records: a policy or a profile, and the records by id or by a filter. */
export const ReviewsInput = z
  .strictObject({
    policyKey: z.string().min(1).max(100).optional().describe('The policy to review them under.'),
    profileKey: z.string().min(1).max(100).optional().describe('A profile: they are reviewed under each of its policies.'),
    ids: ids.min(1).max(MAXIMUM_REVIEWED).optional().describe(`The records, ${MAXIMUM_REVIEWED} at most.`),
    where: jsonInput(
      z.record(z.string(), z.json()),
      `A filter as JSON instead of ids; it may match ${MAXIMUM_REVIEWED} at most.`,
    ).optional(),
    queryKey: z.string().min(1).max(1000).optional().describe("The caller's name for the filter, returned in the target of the job."),
    submissionKey: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('While the job is active, submitting again with this key returns the same job.'),
  })
  .superRefine((input, context) => {
    const oneOf = (one: 'policyKey' | 'ids', other: 'profileKey' | 'where'): void => {
      if ((input[one] === undefined) === (input[other] === undefined))
        context.addIssue({ code: 'custom', path: [one], message: `give either ${one} or ${other}`, input: input[one] });
    };
    oneOf('policyKey', 'profileKey');
    oneOf('ids', 'where');
  });
export type ReviewsInput = z.infer<typeof ReviewsInput>;

/** The input of the job. */
export const ReviewJobInput = z.strictObject({ ids: ids.max(MAXIMUM_REVIEWED), policyKeys: z.array(z.string()).min(1) });
export type ReviewJobInput = z.infer<typeof ReviewJobInput>;
