import { type Call, type Caller, ConflictError, permits } from '@colophon/core';
import { contentAccess } from '../record/access.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import type { DraftRow } from './record/draft-rows.ts';
import { isHiddenFrom } from './record/hidden-drafts.ts';
import { writerOf } from './record/writer.ts';

/** Whether a caller may write in the draft of a record: who may update the record. */
export function mayWrite(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return isTenantStaff(caller, record) && permits(contentAccess.update ?? 'nobody', caller, record);
}

/** What a caller may do with the draft of a record that they may read. */
export function permissionIn(content: ContentRecord, { caller }: Pick<Call, 'caller'>): 'write' | 'read' {
  return mayWrite(caller, content as never) && writerOf(caller) !== null ? 'write' : 'read';
}

/** Requires that a draft is not the private one of somebody else. @throws ConflictError `draft_private` */
export function requireShown(row: DraftRow, call: Pick<Call, 'caller'>): void {
  if (!isHiddenFrom(call, row)) return;
  throw new ConflictError('This draft is private until the person who began it shares it.', { code: 'draft_private' });
}

/** Requires that a draft has been shared: what is saved is seen by everybody who may read the record. @throws ConflictError `draft_private` */
export function requireShared(row: DraftRow): void {
  if (!row.isPrivate) return;
  throw new ConflictError('This draft is private. Saving and publishing show it to others: share it first, which is final.', {
    code: 'draft_private',
  });
}
