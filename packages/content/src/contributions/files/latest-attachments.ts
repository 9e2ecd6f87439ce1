import { ContentContributionRevisions } from '../record/content-contribution-revision.ts';
import type { ContributionFields } from '../record/contribution-record.ts';
import { type ContentContributionAttachment, ContentContributionAttachments } from './content-contribution-attachment.ts';

/** Returns the files of the latest revision of a contribution, in order. */
export async function latestAttachments({
  database,
  id,
  revisionCount,
}: Pick<ContributionFields, 'database' | 'id' | 'revisionCount'>): Promise<ContentContributionAttachment[]> {
  const revision = await new ContentContributionRevisions(database).find({ contributionId: id, revisionNumber: revisionCount });
  if (!revision) return [];
  const where = { contributionId: id, revisionId: revision.id };
  return new ContentContributionAttachments(database).list({ where, orderBy: 'created_at', limit: 1000 });
}
