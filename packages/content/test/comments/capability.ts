import { type Call, ConflictError, itemsOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../../src/record/capability.ts';
import type { ContentRecord } from '../../src/record/content-record.ts';
import { PageInput } from '../../src/record/inputs.ts';
import { NestedList } from '../../src/record/nested-list.ts';
import { isTenantStaff } from '../../src/record/staff-access.ts';
import { type ContentComment, ContentComments } from './content-comment.ts';

const CommentInput = z.strictObject({ text: z.string().trim().min(1).max(2000).describe('What is remarked.') });
type CommentInput = z.infer<typeof CommentInput>;

/** The staff talks about a piece, and a piece with an open question is not archived. */
export const comments = capability({
  tables: [ContentComments],
  async beforeSave(record, { previous, database, call }) {
    if (!previous || record.status !== 'archived' || previous['status'] === 'archived') return;
    const open = await new ContentComments(database, call).find({ contentId: record.id, text: 'open question' });
    if (open) throw new ConflictError('A question about this piece is open.', { code: 'open_question' });
  },
  record: {
    operations: {
      listComments: {
        method: 'GET',
        path: ['comments'],
        input: PageInput,
        output: itemsOutput(recordOutput('content_comments')),
        access: isTenantStaff,
        description: 'List the comments.',
      },
      addComment: {
        path: ['comments'],
        input: CommentInput,
        output: recordOutput('content_comments'),
        creates: true,
        description: 'Comment on the piece.',
      },
    },
    methods: {
      /** The comments, the latest first. */
      async listComments(this: ContentRecord, { limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentComment>> {
        return new NestedList(await new ContentComments(this.database).page({ where: { contentId: this.id }, limit, offset }));
      },

      /** Comments on the piece, as the caller. */
      addComment(this: ContentRecord, { text }: CommentInput, call: Call = this.call): Promise<ContentComment> {
        const comment = { contentId: this.id, tenantId: this.tenantId, text, author: call.caller.name };
        return new ContentComments(this.database, call).add(comment);
      },
    },
  },
});
