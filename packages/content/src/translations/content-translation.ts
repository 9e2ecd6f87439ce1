import { collection, integer, object, reference, text } from '@colophon/core';

/** A record is one of a group that says the same in several languages, each a record of its own. */
class ContentTranslation extends object(
  {
    groupId: text({ required: true, maxLength: 100 }),
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    language: text({ required: true, maxLength: 35 }),
    sourceId: reference('contents', { onDelete: 'set null' }),
    sourceVersion: integer({ minimum: 1 }),
    // Of what was copied or drafted last: who changed it since is not overwritten.
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
    description: 'Which records say the same in which languages.',
  },
) {}

export type { ContentTranslation };

export class ContentTranslations extends collection(ContentTranslation) {}
