import { collection, datetime, object, reference, text } from '@colophon/core';
import { besideContents } from '../../record/beside-contents.ts';

/** What has changed since a piece was published, and that readers do not get before it is published again. */
export const PENDING_KINDS = ['picture', 'file', 'fact', 'reference', 'tag'] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

/** A mark that a published piece may differ from its edition. A hint: comparing both decides. */
class PendingChange extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    since: datetime({ required: true }),
    what: text({ required: true, values: PENDING_KINDS }),
  },
  {
    table: 'content_pending_changes',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    // It is derived from changes that are in the audit log.
    audit: false,
    orderBy: 'id',
    unique: [['contentId', 'what']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Published content that was changed since, besides its text.',
  },
) {}

/** The marks of all content. */
export class PendingChanges extends collection(PendingChange, besideContents) {}
