import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import type { EditorProblem } from '@colophon/ui/controls';

/** A scheduled publication or removal of a piece. */
export interface Entry {
  readonly contentId: string;
  readonly rev: number;
  readonly title: string;
  readonly status: string;
  readonly field: 'publishAt' | 'unpublishAt';
  readonly at: string;
}

interface Dated {
  readonly id: string;
  readonly rev: number;
  readonly title: string;
  readonly status: string;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

const FIELDS = 'id,rev,title,status,publishAt,unpublishAt';
const MOST = 200;

/** The scheduled entries between two times, in order; undefined until loaded. */
export function useEntries(
  from: string,
  to: string,
): { readonly entries: readonly Entry[] | undefined; readonly problem: EditorProblem | null; readonly refresh: () => void } {
  const within = (field: Entry['field']): object => ({
    query: { [`${field}[gte]`]: from, [`${field}[lt]`]: to, orderBy: field, fields: FIELDS, limit: MOST, count: 'none' },
  });
  const publishing = useAnswer<Page<Dated>>('/contents', within('publishAt'));
  const unpublishing = useAnswer<Page<Dated>>('/contents', within('unpublishAt'));
  const isKnown = publishing.value !== undefined && unpublishing.value !== undefined;
  return {
    entries: isKnown
      ? [...entriesOf(publishing.value.items, 'publishAt'), ...entriesOf(unpublishing.value.items, 'unpublishAt')].toSorted((a, b) =>
          a.at.localeCompare(b.at),
        )
      : undefined,
    problem: publishing.problem ?? unpublishing.problem,
    refresh: () => {
      publishing.refresh();
      unpublishing.refresh();
    },
  };
}

function entriesOf(pieces: readonly Dated[], field: Entry['field']): readonly Entry[] {
  return pieces.flatMap(({ id, rev, title, status, [field]: at }) =>
    at === null ? [] : [{ contentId: id, rev, title: title.trim() === '' ? 'Untitled' : title, status, field, at }],
  );
}

/** The day of an instant in a time zone: `2026-05-03`. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The days of a month's calendar: whole weeks, from Monday. Computed at noon UTC, so that no time zone shifts them. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = new Date(`${month}-01T12:00:00Z`);
  const start = new Date(first);
  start.setUTCDate(1 - ((first.getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (const day = new Date(start); weeks.length === 0 || day.toISOString().slice(0, 7) <= month;) {
    const week = Array.from({ length: 7 }, () => {
      const shown = day.toISOString().slice(0, 10);
      day.setUTCDate(day.getUTCDate() + 1);
      return shown;
    });
    weeks.push(week);
  }
  return weeks;
}

/** The month before or after. */
export function monthBeside(month: string, step: 1 | -1): string {
  const day = new Date(`${month}-15T12:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + step);
  return day.toISOString().slice(0, 7);
}
