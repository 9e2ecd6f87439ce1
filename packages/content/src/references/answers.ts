import { z } from 'zod';

/** Where a reference stands, as it is answered. */
export const DriftAnswer = z.object({
  targetId: z.string(),
  citedVersion: z.int().nullable().describe('The pin; null when there is none.'),
  currentVersion: z.int().nullable().describe('The latest version of any kind; null when there is none.'),
  isDrifted: z.boolean(),
});

/** The same with what is cited. */
export const CitedAnswer = DriftAnswer.extend({ title: z.string(), url: z.string().nullable() });
