import { boolean, collection, datetime, object, reference, type SaveContext, text } from '@colophon/core';
import { signalContent } from '../record/content-signal.ts';

/** A link to a draft, valid until it expires, is revoked, or its creator can no longer read the draft. */
class ContentPreviewLink extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    makerKind: text({ values: ['user', 'token'], required: true }),
    createdBy: text({ required: true, maxLength: 200 }),
    expiresAt: datetime({ required: true }),
    revokedAt: datetime(),
    withAutosave: boolean({ default: false }),
  },
  {
    table: 'content_preview_links',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    indexes: [['contentId', '-created_at'], ['expiresAt']],
    description: 'Links to previews of drafts.',
  },
) {
  protected override async afterSave(context: SaveContext): Promise<void> {
    await super.afterSave(context);
    signalContent(context.database, this.contentId);
  }
}

export type { ContentPreviewLink };

export class ContentPreviewLinks extends collection(ContentPreviewLink) {}
