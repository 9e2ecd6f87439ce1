import { type Caller, permits } from '@colophon/core';
import { contentAccess } from '../../record/access.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { isTenantStaff } from '../../record/staff-access.ts';

/** Returns whether the caller may request a review of a record: the same rule as for a single review. */
export function mayReview(caller: Caller, content: ContentRecord): boolean {
  const record = content as unknown as Readonly<Record<string, unknown>>;
  return isTenantStaff(caller, record) && permits(contentAccess.update ?? 'editor', caller, record);
}
