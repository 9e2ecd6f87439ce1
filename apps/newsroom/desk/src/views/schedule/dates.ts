import { type AnsweredList, useList } from '../../api/use-answer.ts';
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
/** How many of each kind are read at once. */
const PAGE = 200;

/** The scheduled entries between two times. */
interface Entries {
  /** In order, up to `until`; undefined until loaded. */
  readonly entries: readonly Entry[] | undefined;
  /** The time of the last entry that is surely shown; null if all are. */
  readonly until: string | null;
  /** Reads later entries. */
  readonly more: () => void;
  readonly problem: EditorProblem | null;
  readonly refresh: () => void;
}

/** Reads the scheduled entries between two times, the earliest first, page by page. */
export function useEntries(from: string, to: string): Entries {
  const within = (field: Entry['field']) => ({
    query: { [`${field}[gte]`]: from, [`${field}[lt]`]: to, orderBy: field, fields: FIELDS, count: 'none' },
    limit: PAGE,
  });
  const publishing = useList<Dated>('/contents', within('publishAt'));
  const unpublishing = useList<Dated>('/contents', within('unpublishAt'));
  const isKnown = publishing.value !== undefined && unpublishing.value !== undefined;
  return {
    ...(isKnown
      ? entriesInOrder([listOf(publishing, 'publishAt'), listOf(unpublishing, 'unpublishAt')])
      : { entries: undefined, until: null }),
    more: () => {
      publishing.more?.();
      unpublishing.more?.();
    },
    problem: publishing.problem ?? unpublishing.problem,
    refresh: () => {
      publishing.refresh();
      unpublishing.refresh();
    },
  };
}

/** Entries of one kind in order, as far as they were read. */
interface EntriesOfKind {
  readonly entries: readonly Entry[];
  readonly isComplete: boolean;
}

/** Merges entries of several kinds, up to the time until which every kind was read: a later day would seem to have fewer than it has. */
export function entriesInOrder(kinds: readonly EntriesOfKind[]): { readonly entries: readonly Entry[]; readonly until: string | null } {
  const ends = kinds.flatMap(({ entries, isComplete }) => (isComplete ? [] : (entries.at(-1)?.at ?? [])));
  const until = ends.toSorted().at(0) ?? null;
  const all = kinds.flatMap(({ entries }) => entries).toSorted((a, b) => a.at.localeCompare(b.at));
  return { entries: until === null ? all : all.filter(({ at }) => at <= until), until };
}

function listOf({ value = [], more }: AnsweredList<Dated>, field: Entry['field']): EntriesOfKind {
  return { entries: entriesOf(value, field), isComplete: more === null };
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
