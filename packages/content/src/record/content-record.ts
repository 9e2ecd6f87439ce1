import type { StoredObject, ValuesOf } from '@colophon/core';
import { contentFields } from './content-fields.ts';

/** A record of content as the parts around it see it: its fields, without its methods. */
export type ContentRecord = StoredObject &
  ValuesOf<typeof contentFields> & { id: string; tenantId: string | null; rev: number; created_at: string; updated_at: string };

/** The fields that people write, in the order they are declared: what snapshots keep and versions compare. */
export type AuthoredField = Exclude<keyof ValuesOf<typeof contentFields>, 'ownerId' | 'updatedBy' | 'firstPublishedAt' | 'markdownSource'>;

/** The names of the authored fields. */
export const AUTHORED_FIELDS = Object.entries(contentFields).flatMap(([name, field]) =>
  field.private ? [] : [name as AuthoredField],
) as readonly AuthoredField[];
