import { collection, datetime, integer, json, type JsonObject, object, reference, type SaveContext, text } from '@colophon/core';
import { signalContent } from '../../record/content-signal.ts';

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
) {
  protected override async afterSave(context: SaveContext): Promise<void> {
    await super.afterSave(context);
    signalContent(context.database, this.contentId);
  }

  protected override async afterDelete(context: SaveContext): Promise<void> {
    await super.afterDelete(context);
    signalContent(context.database, this.contentId);
  }
}

export type { ContentAutosave };

export class ContentAutosaves extends collection(ContentAutosave) {}
