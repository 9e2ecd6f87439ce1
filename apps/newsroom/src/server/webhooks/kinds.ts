import type { ContentEventKind, ContributionEventKind } from '@colophon/content';
import type { WebhookEventKind } from '@colophon/core/webhooks';

/** What is said of each kind of event; null: not sent to webhooks, which are told nothing about users or their chats. */
export const EVENT_DESCRIPTIONS = {
  'content.created': 'A piece was created.',
  'content.updated': 'A piece was changed without becoming visible or invisible to readers.',
  'content.published': 'A piece was published.',
  'content.unpublished': 'A published piece was unpublished.',
  'content.withheld': 'Something was withheld from the readers of a published record.',
  'content.deleted': 'A piece was deleted.',
  'content.restored': 'A deleted piece was restored.',
  'correction.issued': 'A correction, an update or a retraction was published.',
  'review.recorded': 'A review of a piece was recorded.',
  'schedule.refused': 'A publication date arrived, but the piece was not ready.',
  'comment.created': 'A comment was created.',
  'comment.mentioned': 'An existing comment mentions additional users.',
  'comment.resolved': 'A comment was resolved.',
  'mirror.changed': 'The source of a mirror has changed.',
  'chat.erased': null,
  'contribution.received': 'A contribution was received.',
  'contribution.quarantined': 'A contribution was received and quarantined.',
  'contribution.revised': 'A contribution was revised by its sender.',
  'contribution.changes_requested': 'An editor requested changes.',
  'contribution.approved': 'A contribution was approved.',
  'contribution.promoted': 'A contribution became a piece.',
  'contribution.rejected': 'A contribution was rejected.',
  'contribution.withdrawn': 'A contribution was withdrawn.',
} satisfies Record<ContentEventKind | ContributionEventKind, string | null>;

/** The events sent to webhooks: those of content and contributions. */
export const WEBHOOK_EVENT_KINDS: readonly WebhookEventKind[] = Object.entries(EVENT_DESCRIPTIONS).flatMap(([kind, description]) =>
  description === null ? [] : [{ kind, description }],
);
