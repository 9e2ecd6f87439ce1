import type { SaveContext } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { ContentEventKind } from './content-event.ts';
import { recordEvent } from './record-event.ts';

/** Records events of a save: that the record was created or changed, and whether it was published or unpublished. */
export async function recordSave(record: ContentRecord, context: SaveContext): Promise<void> {
  for (const kind of kindsOf(record, context)) await recordChange(record, context, kind);
}

/** Records the event that a record was permanently deleted. */
export function recordRemoval(record: ContentRecord, context: SaveContext): Promise<void> {
  return recordChange(record, context, 'content.deleted');
}

function kindsOf({ status }: ContentRecord, { created, changed, previous }: SaveContext): ContentEventKind[] {
  if (created) return status === 'published' ? ['content.created', 'content.published'] : ['content.created'];
  if (changed.length === 0) return [];
  const before = previous?.['status'];
  if (status === 'deleted') return before === 'deleted' ? [] : ['content.deleted'];
  if (before === 'deleted') return status === 'published' ? ['content.restored', 'content.published'] : ['content.restored'];
  if (status === 'published') return before === 'published' ? ['content.updated'] : ['content.published'];
  return before === 'published' ? ['content.unpublished'] : ['content.updated'];
}

function recordChange(record: ContentRecord, { database, call }: SaveContext, kind: ContentEventKind): Promise<void> {
  const { id, tenantId, type, slug, context, status, rev } = record;
  return recordEvent(database, call, { kind, objectType: 'contents', objectId: id, tenantId, data: { type, slug, context, status, rev } });
}
