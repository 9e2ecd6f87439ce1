import { object } from '@colophon/core';
import { contentAccess } from './access.ts';
import { contentFields } from './content-fields.ts';

/** The table `contents` and its exposure; `Content` adds the methods of a record. */
export const ContentBase = object(contentFields, {
  table: 'contents',
  type: { field: 'type' },
  tenant: true,
  // Writing files is for local use: it has no route, and its command runs in process only.
  api: { exclude: ['syncContentDir'] },
  // An assistant must not talk to another one in a person's name, nor decide about its proposals, nor get links that open drafts to anyone.
  mcp: {
    exclude: [
      'syncContentDir',
      'createChatThread',
      'sendChatMessage',
      'stopChatMessage',
      'applyChatProposal',
      'takeBackChatProposal',
      'dismissChatProposal',
      'eraseChat',
      'createPreviewLink',
      'listPreviewLinks',
      'revokePreviewLink',
      // Editors alone write letter by letter; a program saves, discards or patches. Sharing is a person's decision.
      'openDraft',
      'sendDraftUpdates',
      'tellDraftPresence',
      'shareDraft',
    ],
  },
  cli: {
    include: 'all',
    exclude: ['openDraft', 'sendDraftUpdates', 'tellDraftPresence'],
    skipApiCheck: ['syncContentDir'],
  },
  access: contentAccess,
  // It begins with the slug, so it also serves look-ups by slug.
  unique: [['slug', 'context', 'tenantId']],
  indexes: [
    // For readers, newest first and by publication: found, ordered and counted within the index.
    ['status', '-created_at', '-id', 'tenantId', 'publish_date'],
    ['status', '-publish_date', '-id', 'tenantId'],
    ['type', '-created_at', '-id', 'tenantId', 'status', 'publish_date'],
    // For staff by publication and by change, and for everyone by title.
    ['-publish_date', '-id'],
    ['-updated_at', '-id'],
    // Few pieces are highlighted, which the front page looks for.
    ['state', '-publish_date', '-id'],
    ['title', 'id'],
    ['ownerId', '-created_at', '-id'],
    ['category', '-created_at', '-id', 'type', 'status', 'tenantId', 'publish_date'],
  ],
  // The schedule looks for what is due, each half minute.
  sparse: ['publishAt', 'unpublishAt'],
  covering: ['type', 'status', 'tenantId', 'publish_date'],
  label: 'Contents',
  description: 'Articles, documents, mirrors and other records of content.',
});
