import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { dayIn, type Entry } from './dates.ts';

interface AgendaProps {
  readonly entries: readonly Entry[];
  readonly month: string;
  /** Whether there are entries that are not shown. */
  readonly isPartial: boolean;
  readonly onMove: (entry: Entry) => void;
}

/** The scheduled entries of a month, day by day. */
export function Agenda({ entries, month, isPartial, onMove }: AgendaProps): ReactElement {
  const { format } = useColophon();
  const own = entries.filter(({ at }) => dayIn(format.timeZone, new Date(at)).startsWith(month));
  const days = Map.groupBy(own, ({ at }) => dayIn(format.timeZone, new Date(at)));
  if (own.length === 0 && isPartial) return <p className="colo-list-empty">The dates of this month are not shown yet.</p>;
  if (own.length === 0)
    return <p className="colo-list-empty">Nothing is scheduled this month. To schedule a piece, open it in the editor and set “Dates”.</p>;
  return (
    <ol className="desk-agenda">
      {[...days].map(([day, each]) => (
        <li key={day}>
          <h3>{format.date(`${day}T12:00:00Z`)}</h3>
          <ul className="desk-rows">
            {each.map((entry) => (
              <li key={`${entry.contentId} ${entry.field}`}>
                <span className="desk-row-main">
                  {format.time(entry.at)}{' '}
                  <span className="colo-label" data-tone={entry.field === 'publishAt' ? 'success' : 'neutral'}>
                    {entry.field === 'publishAt' ? 'publish' : 'unpublish'}
                  </span>{' '}
                  <Link href={`/pieces/${entry.contentId}`}>
                    <bdi>{entry.title}</bdi>
                  </Link>{' '}
                  <span className="colo-quiet">{entry.status}</span>
                </span>
                <button type="button" className="colo-button" aria-label={`Reschedule… ${entry.title}`} onClick={() => onMove(entry)}>
                  Reschedule…
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
