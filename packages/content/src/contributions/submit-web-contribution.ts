import { type Database, defaultDatabase } from '@colophon/core';
import type { z } from 'zod';
import { ContentContributions } from './content-contributions.ts';
import { WebSubmission } from './inputs.ts';
import { readInput } from '../record/read-input.ts';
import type { SubmissionResult } from './submit.ts';

/** What `submitWebContribution` takes. */
export type WebContribution = z.input<typeof WebSubmission> & Pick<WebSubmission, 'attachments' | 'metadata' | 'proof'>;

/** What the application itself is answered: what was taken in, how it was judged, and what was made of it by itself. */
export type WebContributionResult = Extract<SubmissionResult, { readonly intake: unknown }>;

/**
 * Takes in a contribution that a page or an application of its own received, in the name of its sender. Files are named by the
 * keys that they have in the store.
 *
 * @param database the process's default one unless given
 * @throws ValidationError `unknown_type`, `no_such_file`, or naming what is wrong
 * @example
 * const { contribution } = await submitWebContribution({
 *   typeKey: 'letter',
 *   contributorEmail: 'ada@example.org',
 *   contributorName: 'Ada',
 *   title: 'The oak in our street',
 *   body: 'It is to be felled on Monday.',
 *   attachments: [{ filename: 'oak.jpg', mimeType: 'image/jpeg', size: 48_213, fileKey }],
 *   tenantId: null,
 * });
 * contribution.id; // '0198…'
 */
export async function submitWebContribution(
  submission: WebContribution,
  { database = defaultDatabase() }: { readonly database?: Database } = {},
): Promise<WebContributionResult> {
  const input = readInput(WebSubmission, submission);
  return (await new ContentContributions(database).submitWebContribution(input)) as WebContributionResult;
}
