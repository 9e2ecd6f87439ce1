import { collection, integer, object, reference, text } from '@colophon/core';

/** The membership of a record in a group of translations. */
class ContentTranslation extends object(
  {
    groupId: text({ required: true, maxLength: 100 }),
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    language: text({ required: true, maxLength: 35 }),
    sourceId: reference('contents', { onDelete: 'set null' }),
    sourceVersion: integer({ minimum: 1 }),
    // The revision of the source and the hash of its texts when it was translated; null for rows from before they were recorded.
    sourceRevision: integer({ minimum: 1 }),
    sourceHash: text({ maxLength: 64, private: true }),
    // The hash of the text that was last copied or drafted: if it has changed since, the text is not overwritten.
    draftHash: text({ maxLength: 64, private: true }),
  },
  {
    table: 'content_translations',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    unique: [['contentId'], ['groupId', 'language']],
    indexes: [['sourceId']],
    description: 'Groups of translations.',
  },
) {}

export type { ContentTranslation };

export class ContentTranslations extends collection(ContentTranslation) {}
