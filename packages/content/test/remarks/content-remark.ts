import { collection, object, reference, text } from '@colophon/core';
import { recordAccess } from '../../src/record/staff-access.ts';

/** A remark of the staff on a piece; readers never see it. */
export class ContentRemark extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    text: text({ required: true, maxLength: 2000 }),
    author: text({ description: 'Who wrote it.' }),
  },
  {
    table: 'content_remarks',
    tenant: true,
    appendOnly: true,
    api: true,
    mcp: { exclude: ['update', 'delete'] },
    access: recordAccess,
    indexes: [['contentId', 'created_at']],
    label: 'Content remarks',
    description: 'Remarks of the staff on content.',
  },
) {}

/** The remarks on all content. */
export class ContentRemarks extends collection(ContentRemark) {}
