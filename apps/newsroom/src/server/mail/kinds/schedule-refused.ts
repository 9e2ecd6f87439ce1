import { ContentScheduleRuns } from '@colophon/content';
import { type MailKind, quoted, said } from '@colophon/mail';
import { aboutPiece, FOR_EDITORS, pieceOf } from '../pieces.ts';
import type { Places } from '../places.ts';
import { toStaff } from '../staff.ts';

/** A publication date arrived, but the piece was not ready. */
export function scheduleRefused(places: Places): MailKind {
  return {
    ...toStaff('editor'),
    name: 'schedule-refused',
    label: 'A publication date was missed',
    events: ['schedule.refused'],
    frequency: 'now',
    async compose({ data }, context) {
      const piece = await pieceOf(data['objectId'], context);
      if (!piece) return undefined;
      const where = { contentId: piece.id, outcome: 'refused' };
      const [run] = await new ContentScheduleRuns(context.database).list({ where: where as never, orderBy: '-created_at', limit: 1 });
      // It was published since, or has another date.
      const currentDate = data['action'] === 'publish' ? piece.publishAt : piece.unpublishAt;
      if (!run || currentDate !== data['dueAt']) return undefined;
      const action = data['action'] === 'publish' ? 'was to be published' : 'was to be unpublished';
      return {
        subject: 'A publication date was missed',
        blocks: [
          said(
            `A piece ${action} at ${run.dueAt.slice(0, 16).replace('T', ' ')} UTC, but was not ready. Publication is retried until the date is changed.`,
          ),
          ...(run.reason ? [quoted('Why:', run.reason)] : []),
          ...aboutPiece(piece, places, '/governance'),
        ],
        reason: FOR_EDITORS,
      };
    },
  };
}
