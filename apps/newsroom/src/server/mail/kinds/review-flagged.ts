import { ContentReviews } from '@colophon/content';
import { type MailKind, quoted, said } from '@colophon/mail';
import { aboutPiece, FOR_EDITORS, pieceOf } from '../pieces.ts';
import type { Places } from '../places.ts';
import { toStaff } from '../staff.ts';

/** A review found something. */
export function reviewFlagged(places: Places): MailKind {
  const staff = toStaff('editor');
  return {
    ...staff,
    name: 'review-flagged',
    label: 'A review found something',
    events: ['review.recorded'],
    frequency: 'daily',
    find: async (event, context) => (event.data['status'] === 'accepted' ? [] : staff.find(event, context)),
    async compose({ data }, context) {
      const review = await new ContentReviews(context.database).get(data['objectId'] as string);
      const piece = await pieceOf(review?.contentId, context);
      if (!review || !piece) return undefined;
      return {
        subject: 'A review found something',
        blocks: [
          said(review.status === 'rejected' ? 'A review does not accept a piece.' : 'A review has found something in a piece.'),
          // It may quote the piece.
          ...(review.summary ? [quoted('It says:', review.summary)] : []),
          ...aboutPiece(piece, places, '/governance'),
        ],
        reason: FOR_EDITORS,
      };
    },
  };
}
