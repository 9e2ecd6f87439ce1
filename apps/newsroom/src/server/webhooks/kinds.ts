import type { WebhookEventKind } from '@colophon/core/webhooks';

/** The events sent to webhooks: those of content and contributions, and nothing about users or their chats. */
export const WEBHOOK_EVENT_KINDS: readonly WebhookEventKind[] = [
  { kind: 'content.created', description: 'A piece was created.' },
  { kind: 'content.updated', description: 'A piece was changed without becoming visible or invisible to readers.' },
  { kind: 'content.published', description: 'A piece was published.' },
  { kind: 'content.unpublished', description: 'A published piece was unpublished.' },
  { kind: 'content.deleted', description: 'A piece was deleted.' },
  { kind: 'content.restored', description: 'A deleted piece was restored.' },
  { kind: 'correction.issued', description: 'A correction, an update or a retraction was published.' },
  { kind: 'review.recorded', description: 'A review of a piece was recorded.' },
  { kind: 'schedule.refused', description: 'A publication date arrived, but the piece was not ready.' },
  { kind: 'comment.created', description: 'A comment was created.' },
  { kind: 'comment.mentioned', description: 'An existing comment mentions additional users.' },
  { kind: 'comment.resolved', description: 'A comment was resolved.' },
  { kind: 'mirror.changed', description: 'The source of a mirror has changed.' },
  { kind: 'contribution.received', description: 'A contribution was received.' },
  { kind: 'contribution.quarantined', description: 'A contribution was received and quarantined.' },
  { kind: 'contribution.revised', description: 'A contribution was revised by its sender.' },
  { kind: 'contribution.changes_requested', description: 'An editor asked for changes.' },
  { kind: 'contribution.approved', description: 'A contribution was approved.' },
  { kind: 'contribution.promoted', description: 'A contribution became a piece.' },
  { kind: 'contribution.rejected', description: 'A contribution was rejected.' },
  { kind: 'contribution.withdrawn', description: 'A contribution was withdrawn.' },
];
