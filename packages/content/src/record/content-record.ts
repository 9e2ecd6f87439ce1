import type { StoredObject, ValuesOf } from '@colophon/core';
import { contentFields } from './content-fields.ts';

/** A content record as other code sees it: its fields, without its methods. */
export type ContentRecord = StoredObject &
  ValuesOf<typeof contentFields> & { id: string; tenantId: string | null; rev: number; created_at: string; updated_at: string };

/** The fields that people write, in order of declaration: stored in snapshots and compared between versions. */
export type AuthoredField = Exclude<
  keyof ValuesOf<typeof contentFields>,
  'ownerId' | 'updatedBy' | 'firstPublishedAt' | 'markdownSource' | 'tagsAsPublished'
>;

/** The names of the authored fields. */
export const AUTHORED_FIELDS = Object.entries(contentFields).flatMap(([name, field]) =>
  field.private ? [] : [name as AuthoredField],
) as readonly AuthoredField[];
