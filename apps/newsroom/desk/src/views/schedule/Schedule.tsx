import { useColophon } from '@colophon/ui';
import { Busy, Notice, ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { Choice } from '../../parts/Choice.tsx';
import { View } from '../../shell/View.tsx';
import { Agenda } from './Agenda.tsx';
import { dayIn, type Entry, monthBeside, useEntries, weeksOf } from './dates.ts';
import { Month } from './Month.tsx';
import { MoveEntryDialog } from './MoveEntryDialog.tsx';

const WAYS = [
  { value: 'agenda', label: 'Agenda' },
  { value: 'month', label: 'Month' },
] as const;

/** The publishing schedule. */
export function Schedule(): ReactElement {
  const { format } = useColophon();
  const today = dayIn(format.timeZone, new Date());
  const [way, setWay] = useState<'agenda' | 'month'>(globalThis.innerWidth < 720 ? 'agenda' : 'month');
  const [month, setMonth] = useState(today.slice(0, 7));
  const [moving, setMoving] = useState<Entry | null>(null);
  const weeks = weeksOf(month);
  // One more day on each side, for the time zone.
  const from = new Date(`${weeks[0]?.[0]}T00:00:00Z`).getTime() - DAY;
  const to = new Date(`${weeks.at(-1)?.at(-1)}T00:00:00Z`).getTime() + 2 * DAY;
  const { entries, until, more, problem, refresh } = useEntries(new Date(from).toISOString(), new Date(to).toISOString());
  const name = new Intl.DateTimeFormat(format.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );
  return (
    <View title="Schedule" lead={`Scheduled publications and removals. Times are in ${format.timeZone}.`}>
      <div className="desk-tools">
        <div className="colo-actions">
          <button type="button" className="colo-button" aria-label="Previous month" onClick={() => setMonth(monthBeside(month, -1))}>
            ←
          </button>
          <h2 className="desk-month-name" aria-live="polite">
            {name}
          </h2>
          <button type="button" className="colo-button" aria-label="Next month" onClick={() => setMonth(monthBeside(month, 1))}>
            →
          </button>
          <button type="button" className="colo-button" onClick={() => setMonth(today.slice(0, 7))}>
            Today
          </button>
        </div>
        <Choice label="View" value={way} options={[...WAYS]} onChange={setWay} />
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {entries === undefined && problem === null && <Busy lines={6} />}
      {until !== null && (
        <Notice
          actions={
            <button type="button" className="colo-button" onClick={more}>
              Show later dates
            </button>
          }
        >
          <p role="status">Only the dates up to {format.dateTime(until)} are shown: there are too many to show at once.</p>
        </Notice>
      )}
      {entries && way === 'agenda' && <Agenda entries={entries} month={month} isPartial={until !== null} onMove={setMoving} />}
      {entries && way === 'month' && <Month entries={entries} weeks={weeks} month={month} today={today} onMove={setMoving} />}
      {moving && <MoveEntryDialog entry={entries?.find((each) => isSame(each, moving)) ?? moving} onClose={() => setMoving(null)} />}
    </View>
  );
}

function isSame(one: Entry, other: Entry): boolean {
  return one.contentId === other.contentId && one.field === other.field;
}

const DAY = 86_400_000;
