import { collection, datetime, object, reference, text } from '@colophon/core';
import { besideContents } from '../record/beside-contents.ts';
import { CORRECTION_TYPES } from '../record/correction-input.ts';
import { isTenantStaff, recordAccess } from '../record/staff-access.ts';

export { CORRECTION_TYPES, type ContentCorrectionType, CorrectionInput } from '../record/correction-input.ts';

/** A correction of a published piece. The published text is not changed. */
export class ContentCorrection extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    type: text({ values: CORRECTION_TYPES, required: true }),
    summary: text({ required: true, maxLength: 2000 }),
    note: text({ maxLength: 20_000 }),
    publishedAt: datetime({ required: true, description: 'When it was issued.' }),
    versionId: reference('content_versions', { onDelete: 'set null', description: 'The version that was created with it.' }),
    issuedBy: text({ description: 'Who issued it.' }),
  },
  {
    table: 'content_corrections',
    tenant: true,
    appendOnly: true,
    api: true,
    mcp: { exclude: ['update', 'delete'] },
    cli: { include: ['list', 'get'] },
    access: { ...recordAccess, read: isTenantStaff },
    indexes: [['contentId', 'publishedAt'], ['-publishedAt']],
    label: 'Content corrections',
    description: 'Corrections of published content; they are never changed or deleted.',
  },
) {}

/** The corrections of all content. */
export class ContentCorrections extends collection(ContentCorrection, besideContents) {}
