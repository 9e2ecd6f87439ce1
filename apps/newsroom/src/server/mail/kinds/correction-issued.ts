import { ContentCorrections } from '@colophon/content';
import { type MailKind, quoted, said } from '@colophon/mail';
import { aboutPiece, FOR_EDITORS, pieceOf } from '../pieces.ts';
import type { Places } from '../places.ts';
import { toStaff } from '../staff.ts';

/** A correction was published. */
export function correctionIssued(places: Places): MailKind {
  return {
    ...toStaff('editor'),
    name: 'correction-issued',
    label: 'A correction was issued',
    events: ['correction.issued'],
    frequency: 'now',
    async compose({ data }, context) {
      const correction = await new ContentCorrections(context.database).get(data['objectId'] as string);
      const piece = await pieceOf(correction?.contentId, context);
      if (!correction || !piece) return undefined;
      return {
        subject: 'A correction was issued',
        blocks: [said('A correction was issued.'), quoted('It says:', correction.summary), ...aboutPiece(piece, places, '/corrections')],
        reason: FOR_EDITORS,
      };
    },
  };
}
