import { type Call, type Caller, hasRole, pageOutput, recordOutput } from '@colophon/core';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import type { NestedList } from '../record/nested-list.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { CommentInput, CommentsInput, ThreadAnswer } from './comment-inputs.ts';
import { type ContentComment, ContentComments } from './content-comment.ts';
import { addComment, type CommentThread, listThreads } from './threads.ts';

/** Contributors can comment on everything they can read in their tenant. */
function mayComment(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'contributor') && isTenantStaff(caller, record);
}

/** Staff comments on a piece, and on passages of it. */
export const comments = capability({
  tables: [ContentComments],
  record: {
    operations: {
      listComments: {
        method: 'GET',
        path: ['comments'],
        input: CommentsInput,
        output: pageOutput(ThreadAnswer),
        access: isTenantStaff,
        description: 'List the comments with their replies, and the current positions of their passages in the body.',
      },
      addComment: {
        path: ['comments'],
        input: CommentInput,
        output: recordOutput('content_comments'),
        access: mayComment,
        creates: true,
        description: 'Comment on the piece or on a passage of it, or reply to a comment.',
      },
    },
    methods: {
      /** Returns the comments, oldest first, each with its replies. */
      listComments(this: ContentRecord, input: CommentsInput = {}): Promise<NestedList<CommentThread>> {
        return listThreads(this, input);
      },

      /**
       * Adds a comment to the piece.
       *
       * @example
       * await article.addComment({ body: 'By whom?', selector: { exact: 'was said', prefix: '', suffix: '', start: 3, end: 11 } });
       */
      addComment(this: ContentRecord, input: CommentInput, call: Call = this.call): Promise<ContentComment> {
        return addComment(this, input, call);
      },
    },
  },
});
