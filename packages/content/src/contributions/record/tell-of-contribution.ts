import type { Call, Database } from '@colophon/core';
import { recordEvent } from '../../events/record-event.ts';
import type { ContributionFields } from './contribution-record.ts';

/** The events of contributions. */
export type ContributionEventKind =
  `contribution.${'received' | 'quarantined' | 'revised' | 'changes_requested' | 'approved' | 'promoted' | 'rejected' | 'withdrawn'}`;

/** Writes an event of a contribution to the outbox, with ids and states. */
export function tellOfContribution(
  database: Database,
  call: Call,
  { id, tenantId, contributionTypeKey, channel, status, promotedContentId }: ContributionFields,
  kind: ContributionEventKind,
): Promise<void> {
  const data = { type: contributionTypeKey, channel, status, ...(promotedContentId === null ? {} : { contentId: promotedContentId }) };
  return recordEvent(database, call, { kind, objectType: 'content_contributions', objectId: id, tenantId, data });
}
