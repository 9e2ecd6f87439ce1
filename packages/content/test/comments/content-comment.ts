import { collection, object, reference, text } from '@colophon/core';
import { recordAccess } from '../../src/record/staff-access.ts';

/** A remark of the staff on a piece; readers never see it. */
export class ContentComment extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    text: text({ required: true, maxLength: 2000 }),
    author: text({ description: 'Who wrote it.' }),
  },
  {
    table: 'content_comments',
    tenant: true,
    appendOnly: true,
    api: true,
    mcp: { exclude: ['update', 'delete'] },
    access: recordAccess,
    indexes: [['contentId', 'created_at']],
    label: 'Content comments',
    description: 'Remarks of the staff on content.',
  },
) {}

/** The comments on all content. */
export class ContentComments extends collection(ContentComment) {}
