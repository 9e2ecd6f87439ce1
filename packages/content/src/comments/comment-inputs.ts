import { recordOutput } from '@colophon/core';
import { z } from 'zod';
import { id, PageInput } from '../record/inputs.ts';
import { jsonInput } from '../record/json-input.ts';
import { Selector } from './anchor.ts';
import { COMMENT_STATUSES } from './content-comment.ts';

export const CommentInput = z
  .strictObject({
    body: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be storable text')
      .describe('Markdown.'),
    parentId: id.optional().describe('The comment that it replies to.'),
    selector: jsonInput(Selector, 'The passage that it refers to: {exact, prefix, suffix, start, end}.').optional(),
    mentions: z.array(id).max(50).optional().describe('Ids of people to notify.'),
  })
  .refine(({ parentId, selector }) => parentId === undefined || selector === undefined, {
    error: 'is that of the comment that is answered',
    path: ['selector'],
  });
export type CommentInput = z.infer<typeof CommentInput>;

export const CommentsInput = z.strictObject({
  status: z.enum(COMMENT_STATUSES).optional(),
  limit: PageInput.shape.limit,
  offset: PageInput.shape.offset,
});
export type CommentsInput = z.infer<typeof CommentsInput>;

export const ThreadAnswer = recordOutput('content_comments').extend({
  anchor: z.object({ start: z.int(), end: z.int() }).nullable().describe('The current range of its passage in the body, in UTF-16 units.'),
  isDetached: z.boolean().describe('Whether its passage is no longer in the body.'),
  replies: z.array(recordOutput('content_comments')),
});
