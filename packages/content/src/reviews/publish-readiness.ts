import type { ContentRecord } from '../record/content-record.ts';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import { evaluateProfile, type ProfileEvaluation } from './evaluate.ts';

/**
 * Says whether a record, as the instance holds it, is ready to be published: by the profile named, else by the one that
 * its assignment names. Without either nothing is required of it.
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
