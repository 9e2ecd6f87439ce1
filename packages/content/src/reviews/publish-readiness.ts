import type { ContentRecord } from '../record/content-record.ts';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import { evaluateProfile, type ProfileEvaluation } from './evaluate.ts';

/**
 * Evaluates whether a record, with its current values in memory, is ready to be published: against the given profile, else the one of its
 * assignment. Without either nothing is required.
 *
 * @example
 * const { ready, blockingRequirements } = await evaluateContentPublishReadiness({ content, profileKey: 'publication' });
 */
export async function evaluateContentPublishReadiness({
  content,
  profileKey,
}: {
  content: ContentRecord;
  profileKey?: string;
}): Promise<Pick<ProfileEvaluation, 'ready' | 'blockingRequirements'>> {
  const key = profileKey ?? (await resolveGovernanceOf(content.database, content)).publicationProfileKey;
  if (key === null) return { ready: true, blockingRequirements: [] };
  const { ready, blockingRequirements } = await evaluateProfile(content, key);
  return { ready, blockingRequirements };
}
