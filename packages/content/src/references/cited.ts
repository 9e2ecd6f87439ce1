import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type CitedContent, readCited } from './present-references.ts';

/** Returns the records that a record cites, as far as the caller may see them. */
export async function citedBy(content: ContentRecord, call: Call): Promise<readonly CitedContent[]> {
  const { id, tenantId } = content;
  return (await readCited(content.database, [{ id, tenantId }], call)).get(id) ?? [];
}
