import type { WebhookEventKind } from '@colophon/core/webhooks';

/** The events sent to webhooks: those of content and contributions, and nothing about users or their chats. */
export const WEBHOOK_EVENT_KINDS: readonly WebhookEventKind[] = [
  { kind: 'content.created', description: 'A piece was made.' },
  { kind: 'content.updated', description: 'A piece was changed, and readers neither gained nor lost it.' },
  { kind: 'content.published', description: 'A piece was published.' },
  { kind: 'content.unpublished', description: 'A published piece was taken back.' },
  { kind: 'content.deleted', description: 'A piece was deleted.' },
  { kind: 'content.restored', description: 'A deleted piece was restored.' },
  { kind: 'correction.issued', description: 'Readers were told that something was wrong: a correction, an update, a retraction.' },
  { kind: 'review.recorded', description: 'A review of a piece came to a verdict.' },
  { kind: 'schedule.refused', description: 'A date for publication came and the piece was not ready.' },
  { kind: 'comment.created', description: 'A comment was made.' },
  { kind: 'comment.mentioned', description: 'A comment that was there mentions more people.' },
  { kind: 'comment.resolved', description: 'A comment was resolved.' },
  { kind: 'mirror.changed', description: 'What a mirror shows has changed at its source.' },
  { kind: 'contribution.received', description: 'A contribution came in.' },
  { kind: 'contribution.quarantined', description: 'A contribution came in and was held back.' },
  { kind: 'contribution.revised', description: 'A contribution was sent again.' },
  { kind: 'contribution.changes_requested', description: 'An editor asked for changes.' },
  { kind: 'contribution.approved', description: 'A contribution was approved.' },
  { kind: 'contribution.promoted', description: 'A contribution became a piece.' },
  { kind: 'contribution.rejected', description: 'A contribution was rejected.' },
  { kind: 'contribution.withdrawn', description: 'A contribution was withdrawn.' },
];
