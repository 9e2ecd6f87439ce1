import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import { dayIn, type Entry } from './dates.ts';

interface MonthProps {
  readonly entries: readonly Entry[];
  readonly weeks: readonly (readonly string[])[];
  readonly month: string;
  readonly today: string;
  readonly onMove: (entry: Entry) => void;
}

/** A month as a calendar table. */
export function Month({ entries, weeks, month, today, onMove }: MonthProps): ReactElement {
  const { format } = useColophon();
  const days = Map.groupBy(entries, ({ at }) => dayIn(format.timeZone, new Date(at)));
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <div className="desk-month-frame" role="region" aria-label="Month" tabIndex={0}>
      <table className="desk-month">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {weekday.format(new Date(`${day}T12:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} data-other={!day.startsWith(month)} aria-current={day === today ? 'date' : undefined}>
                  <span className="desk-day">{Number(day.slice(8))}</span>
                  {days.get(day)?.map((entry) => (
                    <button
                      key={`${entry.contentId} ${entry.field}`}
                      type="button"
                      className="desk-entry"
                      data-kind={entry.field}
                      onClick={() => onMove(entry)}
                    >
                      {format.time(entry.at)} <bdi>{entry.title}</bdi>{' '}
                      <span className="colo-visually-hidden">{entry.field === 'publishAt' ? 'publish' : 'unpublish'}</span>
                    </button>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
