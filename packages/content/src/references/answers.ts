import { z } from 'zod';

/** The drift of a reference in responses. */
export const DriftAnswer = z.object({
  targetId: z.string(),
  citedVersion: z.int().nullable().describe('The pin; null if there is none.'),
  currentVersion: z.int().nullable().describe('The latest version of any kind; null if there is none.'),
  isDrifted: z.boolean(),
});

/** The same with the cited record. */
export const CitedAnswer = DriftAnswer.extend({ title: z.string(), url: z.string().nullable() });
