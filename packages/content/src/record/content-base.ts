import { object } from '@colophon/core';
import { contentAccess } from './access.ts';
import { contentFields } from './content-fields.ts';

/** The table `contents` and how it is offered; `Content` adds what a record can do. */
export const ContentBase = object(contentFields, {
  table: 'contents',
  type: { field: 'type' },
  tenant: true,
  // Writing files is for those at the machine: it has no route, and its command runs in process only.
  api: { exclude: ['syncContentDir'] },
  // An assistant is not to talk to another one in a person's name, nor to decide about what that proposed; and not to be told
  // what opens a draft to anybody.
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
    ],
  },
  cli: {
    include: 'all',
    skipApiCheck: ['syncContentDir'],
  },
  access: contentAccess,
  // By the slug, which it begins with, a record is found as well.
  unique: [['slug', 'context', 'tenantId']],
  indexes: [
    // What readers see, newest first and by publication: found, ordered and counted within the index.
    ['status', '-created_at', '-id', 'tenantId', 'publish_date'],
    ['status', '-publish_date', '-id', 'tenantId'],
    ['type', '-created_at', '-id', 'tenantId', 'status', 'publish_date'],
    // What staff sees by publication, and everyone by title.
    ['-publish_date', '-id'],
    ['title', 'id'],
    ['ownerId', '-created_at', '-id'],
    ['category', '-created_at', '-id', 'status', 'tenantId', 'publish_date'],
  ],
  label: 'Contents',
  description: 'Articles, documents, mirrors and other records of content.',
});
