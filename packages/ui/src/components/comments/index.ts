export { ContentComments } from './ContentComments.tsx';
export type { ContentCommentsProps } from './ContentComments.tsx';
export type { CommentSelector, CommentThread } from '../../state/comments/comment-records.ts';
export type { Mentionable } from '../../state/comments/mentions.ts';
