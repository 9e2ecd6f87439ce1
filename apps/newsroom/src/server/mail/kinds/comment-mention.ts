import { ContentComments } from '@colophon/content';
import { type MailKind, quoted, said } from '@colophon/mail';
import { aboutPiece, pieceOf } from '../pieces.ts';
import type { Places } from '../places.ts';
import { toStaff } from '../staff.ts';

/** A user is mentioned in a comment; users who mention themselves are not notified. */
export function commentMention(places: Places): MailKind {
  const staff = toStaff('viewer');
  return {
    ...staff,
    name: 'comment-mention',
    label: 'A comment mentions you',
    events: ['comment.created', 'comment.mentioned'],
    frequency: 'now',
    // Mentioned, removed and mentioned again counts once.
    onceFor: ({ objectId }) => objectId,
    async find(event, context) {
      const { mentions, authorId } = event.data;
      if (!Array.isArray(mentions) || mentions.length === 0) return [];
      const named = new Set(mentions.filter((id) => id !== authorId).map((id) => `user:${String(id)}`));
      return (await staff.find(event, context)).filter(({ key }) => named.has(key));
    },
    async compose({ data, recipient }, context) {
      const comment = await new ContentComments(context.database).get(data['objectId'] as string);
      const piece = await pieceOf(comment?.contentId, context);
      // It was removed or reworded since.
      if (!comment || !piece || comment.deletedAt !== null || !comment.mentions.some((id) => `user:${id}` === recipient.key))
        return undefined;
      return {
        subject: 'A comment mentions you',
        blocks: [said('A comment on a piece mentions you.'), quoted('It says:', comment.body), ...aboutPiece(piece, places)],
        reason: 'You get this because a comment mentions you. You can change this in your notification settings.',
      };
    },
  };
}
