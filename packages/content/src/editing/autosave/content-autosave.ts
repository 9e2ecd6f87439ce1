import { collection, datetime, integer, json, type JsonObject, object, reference, text } from '@colophon/core';

/** Unsaved input for a record: stored separately, never a revision. */
class ContentAutosave extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    userId: text({ required: true, maxLength: 200 }),
    baseRev: integer({ required: true, minimum: 1 }),
    sequence: integer({ required: true, minimum: 0 }),
    fields: json<JsonObject>({ required: true, personal: true }),
    editingSince: datetime({ required: true }),
  },
  {
    table: 'content_autosaves',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['contentId', 'userId']],
    indexes: [['updated_at', 'id']],
    description: 'Unsaved input of editors.',
  },
) {}

export type { ContentAutosave };

export class ContentAutosaves extends collection(ContentAutosave) {}
