import { boolean, collection, datetime, object, reference, text } from '@colophon/core';

/** Whoever has the link reads a draft until it expires, is revoked, or its maker may not read it any more. */
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
    description: 'Links by which drafts are read.',
  },
) {}

export type { ContentPreviewLink };

export class ContentPreviewLinks extends collection(ContentPreviewLink) {}
