import { type Database, defaultDatabase } from '@colophon/core';
import type { z } from 'zod';
import type { ContentContribution } from './content-contribution.ts';
import { ContentContributions } from './content-contributions.ts';
import { WebSubmission } from './intake/inputs.ts';
import { readInput } from '../record/read-input.ts';
import type { SubmissionResult } from './submission/submit.ts';

/** The input of `submitWebContribution`. */
export type WebContribution = z.input<typeof WebSubmission> & Pick<WebSubmission, 'attachments' | 'metadata' | 'proof'>;

/** The result for the application itself: the contribution, the decision of intake, and the content if it was promoted automatically. */
export type WebContributionResult = Extract<SubmissionResult<ContentContribution>, { readonly intake: unknown }>;

/**
 * Submits a contribution that a page or your own application received, on behalf of its sender. Files are named by their
 * keys in the store.
 *
 * @param database the default database of the process by default
 * @throws ValidationError `unknown_type`, `no_such_file`, or for invalid input
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
