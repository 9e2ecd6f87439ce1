import { describe, expect, it } from 'vitest';
import { dayIn, entriesInOrder, type Entry, monthBeside, weeksOf } from './dates.ts';

describe('the days of a month', () => {
  it('are whole weeks from Monday that hold all of it', () => {
    const weeks = weeksOf('2026-05');
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual(['2026-04-27', '2026-05-31', 5]);
  });

  it.each(['2026-02', '2024-02', '2026-12', '2027-01', '2026-03'])('hold each day of %s once', (month) => {
    const days = weeksOf(month).flat();
    const own = days.filter((day) => day.startsWith(month));
    expect(new Set(days).size).toBe(days.length);
    expect(own.length).toBe(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate());
    expect(days.length % 7).toBe(0);
  });

  it('go on over the year', () => {
    expect([monthBeside('2026-12', 1), monthBeside('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });
});

it('tells the day of an instant in the zone of the newsroom', () => {
  const at = new Date('2026-05-03T23:30:00Z');
  expect([dayIn('UTC', at), dayIn('Europe/Berlin', at), dayIn('America/New_York', at)]).toEqual(['2026-05-03', '2026-05-04', '2026-05-03']);
});

describe('entries of several kinds', () => {
  const entry = (field: Entry['field'], at: string): Entry => ({ contentId: at, rev: 1, title: at, status: 'draft', field, at });
  const publishing = [entry('publishAt', '2026-05-01T08:00:00.000Z'), entry('publishAt', '2026-05-03T08:00:00.000Z')];
  const unpublishing = [entry('unpublishAt', '2026-05-02T08:00:00.000Z'), entry('unpublishAt', '2026-05-09T08:00:00.000Z')];
  const shown = (isPublishingRead: boolean, isUnpublishingRead: boolean) => {
    const { entries, until } = entriesInOrder([
      { entries: publishing, isComplete: isPublishingRead },
      { entries: unpublishing, isComplete: isUnpublishingRead },
    ]);
    return [entries.map(({ at }) => at.slice(8, 10)), until?.slice(8, 10) ?? null];
  };

  it('are in order, and end where one of them was not read further', () => {
    expect(shown(true, true)).toEqual([['01', '02', '03', '09'], null]);
    expect(shown(false, true)).toEqual([['01', '02', '03'], '03']);
    expect(shown(true, false)).toEqual([['01', '02', '03', '09'], '09']);
    expect(shown(false, false)).toEqual([['01', '02', '03'], '03']);
  });
});
