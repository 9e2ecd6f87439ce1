import { describe, expect, it, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { problem } from '../../testing/problem.ts';
import { contentRecord } from '../../testing/records.ts';
import { doToEach } from './bulk.ts';
import { createContentList } from './content-list.ts';
import { chooseRows, isNarrowed, NO_CHOICES, requestOf } from './list-query.ts';
import { readListAddress, writeListAddress } from './list-url.ts';
import { readSavedViews, removeView, saveView } from './saved-views.ts';
import { extendTo, NOTHING_SELECTED, toggleAll, toggleRow } from './selection.ts';

const compare = new Intl.Collator('en').compare;

describe('the query of a list', () => {
  it('is sent as conditions, and fixed filters override the user’s choices', () => {
    const choices = { search: ' night sitt', filters: { status: 'draft', tag: 'news' }, sort: null };
    const asked = requestOf({ filters: { status: 'published', type: 'article' } }, choices);
    expect(asked).toEqual({ status: 'published', type: 'article', tags: 'news', search: 'night sitt*' });
  });

  it.each([
    [NO_CHOICES, {}, '-updated_at'],
    [NO_CHOICES, { sort: 'title' as const }, 'title'],
    [{ ...NO_CHOICES, sort: '-title' as const }, { sort: 'title' as const }, '-title'],
    [{ ...NO_CHOICES, search: 'oak' }, { sort: 'title' as const }, undefined],
    [{ ...NO_CHOICES, search: 'oak', sort: 'type' as const }, {}, 'type'],
  ])('%o of %o is in the order %s', (choices, query, order) => {
    expect(requestOf(query, choices)['orderBy']).toBe(order);
  });

  it.each([
    ['oak', 'oak*'],
    ['"old oak', '"old oak'],
    ['oak ', 'oak*'],
    ['oak*', 'oak*'],
    ['  ', undefined],
  ])('the search %j is sent as %s', (search, sent) => {
    expect(requestOf({}, { ...NO_CHOICES, search })['search']).toBe(sent);
  });

  it('is kept in the address besides other parameters, and restored from it', () => {
    const asked = { search: 'a & b', filters: { status: 'draft', category: 'news/local' }, sort: '-title', view: 'compact' } as const;
    const address = writeListAddress('?tab=2&q=old&tag=gone', asked);
    expect(new URLSearchParams(address).get('tab')).toBe('2');
    expect(readListAddress(address)).toEqual(asked);
    expect(writeListAddress('?q=old', { ...NO_CHOICES, view: null })).toBe('');
  });

  it('ignores unknown values in the address', () => {
    expect(readListAddress('?sort=-password&view=3d&status=&constructor=1')).toEqual({ ...NO_CHOICES, view: null });
  });

  it('is evaluated locally if all rows are loaded', () => {
    const rows = [
      contentRecord({ id: '1', title: 'Oak', tags: ['x'], status: 'draft' }),
      contentRecord({ id: '2', title: 'An old oak', tags: ['x', 'y'], status: 'published', changedSincePublication: ['picture'] }),
      contentRecord({ id: '3', title: 'Ash', tags: [], status: 'published', createdBy: { id: 'ada', name: null } }),
    ];
    const idsOf = (choices: Partial<typeof NO_CHOICES>) =>
      chooseRows(rows, { ...NO_CHOICES, ...choices }, { compare, userId: 'ada' }).map(({ id }) => id);
    expect(idsOf({})).toEqual(['1', '2', '3']);
    expect(idsOf({ search: 'OAK old' })).toEqual(['2']);
    expect(idsOf({ filters: { tag: 'x' }, sort: 'title' })).toEqual(['2', '1']);
    expect(idsOf({ filters: { status: 'published' }, sort: '-title' })).toEqual(['3', '2']);
    expect(idsOf({ filters: { mine: 'true' } })).toEqual(['3']);
    expect(idsOf({ filters: { changed: 'true' } })).toEqual(['2']);
    expect(requestOf({}, { ...NO_CHOICES, filters: { changed: 'true' } })).toMatchObject({ changedSincePublication: 'true' });
  });

  it('is narrowed by a search or a filter, but not by an order', () => {
    expect([NO_CHOICES, { ...NO_CHOICES, sort: 'title' as const }, { ...NO_CHOICES, search: 'a' }].map(isNarrowed)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('a selection', () => {
  const order = ['a', 'b', undefined, 'd', 'e'];

  it('is toggled row by row, and extended from where it began', () => {
    const one = toggleRow(NOTHING_SELECTED, 'b');
    expect([...extendTo(one, 'e', order).ids]).toEqual(['b', 'd', 'e']);
    expect([...extendTo(extendTo(one, 'e', order), 'a', order).ids].toSorted()).toEqual(['a', 'b', 'd', 'e']);
    expect([...toggleRow(one, 'b').ids]).toEqual([]);
  });

  it('of all rows includes the loaded ones, and is cleared at once', () => {
    const all = toggleAll(NOTHING_SELECTED, order);
    expect([...all.ids]).toEqual(['a', 'b', 'd', 'e']);
    expect(toggleAll(all, order).ids.size).toBe(0);
  });
});

describe('saved views', () => {
  it('are stored by name, and empty without storage', () => {
    const values = new Map<string, string>();
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    saveView(storage, { name: 'Mine', search: '?status=draft' });
    saveView(storage, { name: 'Mine', search: '?status=review' });
    saveView(storage, { name: 'All', search: '' });
    expect(readSavedViews(storage)).toEqual([
      { name: 'Mine', search: '?status=review' },
      { name: 'All', search: '' },
    ]);
    expect(removeView(storage, 'Mine') && readSavedViews(storage)).toEqual([{ name: 'All', search: '' }]);
    expect([saveView(null, { name: 'a', search: '' }), readSavedViews(null)]).toEqual([false, []]);
    for (const broken of ['{', '{}', '[1, {"name": "a", "search": "https://elsewhere.example"}]']) {
      values.set('colophon:views:1', broken);
      expect(readSavedViews(storage)).toEqual([]);
    }
  });
});

describe('a bulk action', () => {
  const rows = Array.from({ length: 9 }, (_, index) => contentRecord({ id: String(index), title: `Piece ${index}` }));

  it('runs four at a time, and returns the outcome of each', async () => {
    let running = 0;
    let most = 0;
    const outcomes = await doToEach(
      rows,
      async (row) => {
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
        if (row.id === '3') throw problem(412, 'precondition_failed', 'Somebody saved it meanwhile.');
      },
      new AbortController().signal,
      () => undefined,
    );
    expect(most).toBe(4);
    expect(outcomes).toHaveLength(9);
    expect(outcomes.filter(({ fault }) => fault !== null)).toEqual([
      { id: '3', title: 'Piece 3', fault: 'Somebody saved it meanwhile.', code: 'precondition_failed' },
    ]);
  });

  it('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const outcomes = await doToEach(
      rows,
      async () => stop.abort(),
      stop.signal,
      () => undefined,
    );
    expect(outcomes.length).toBeLessThanOrEqual(4);
  });
});

describe('a list over the API', () => {
  const all = Array.from({ length: 250 }, (_, index) => contentRecord({ id: String(index), rev: 1, title: `Piece ${index}` }));
  const answerer = () =>
    fakeClient(({ params }) => {
      const query = (params?.query ?? {}) as Record<string, string>;
      if (query['id[in]'] !== undefined)
        return {
          items: [
            { id: '3', rev: 2 },
            { id: '4', rev: 1 },
          ],
        };
      const from = Number(query['cursor'] ?? query['offset'] ?? 0);
      return {
        items: all.slice(from, from + 100),
        ...(query['count'] === 'exact' && { count: all.length }),
        nextCursor: String(from + 100),
      };
    });

  it('loads a page by the cursor of the previous one, and by offset after a jump', async () => {
    const client = answerer();
    const list = createContentList(client);
    list.ask({}, NO_CHOICES);
    await vi.waitFor(() => expect(list.getSnapshot().isLoading).toBe(false));
    expect(list.getSnapshot().rows).toHaveLength(250);
    list.show(210, 240);
    await vi.waitFor(() => expect(list.getSnapshot().rows[249]?.title).toBe('Piece 249'));
    expect(list.getSnapshot().rows[100]).toBeUndefined();
    list.show(90, 120);
    await vi.waitFor(() => expect(list.getSnapshot().rows[199]?.title).toBe('Piece 199'));
    expect(client.sent.map(({ params }) => params?.query).map((query) => [query?.['count'], query?.['cursor'], query?.['offset']])).toEqual(
      [
        ['exact', undefined, undefined],
        ['none', undefined, '200'],
        ['none', '100', undefined],
      ],
    );
  });

  it('marks rows that were changed elsewhere, and does not move them until it is reloaded', async () => {
    const list = createContentList(answerer());
    list.ask({}, NO_CHOICES);
    await vi.waitFor(() => expect(list.getSnapshot().isLoading).toBe(false));
    const { rows } = list.getSnapshot();
    await list.checkForNewer(['3', '4']);
    expect([...list.getSnapshot().newerIds]).toEqual(['3']);
    expect(list.getSnapshot().rows).toBe(rows);
    list.refresh();
    await vi.waitFor(() => expect(list.getSnapshot().newerIds.size).toBe(0));
  });

  it('ignores responses to previous queries', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const list = createContentList(fakeClient(() => new Promise((resolve) => answers.push(resolve))));
    list.ask({}, { ...NO_CHOICES, search: 'old' });
    list.ask({}, { ...NO_CHOICES, search: 'new' });
    answers[1]?.({ items: [contentRecord({ title: 'New' })], count: 1 });
    answers[0]?.({ items: [contentRecord({ title: 'Old' })], count: 1 });
    await vi.waitFor(() => expect(list.getSnapshot().rows.map((row) => row?.title)).toEqual(['New']));
  });

  it('reports an error, and keeps the loaded rows', async () => {
    let isDown = false;
    const list = createContentList(
      fakeClient(() => {
        if (isDown) throw problem(0, 'network', 'No answer came.');
        return { items: [contentRecord({ title: 'Kept' })], count: 1 };
      }),
    );
    list.ask({}, NO_CHOICES);
    await vi.waitFor(() => expect(list.getSnapshot().isLoading).toBe(false));
    isDown = true;
    list.refresh();
    await vi.waitFor(() => expect(list.getSnapshot().problem?.code).toBe('network'));
    expect(list.getSnapshot().rows.map((row) => row?.title)).toEqual(['Kept']);
  });
});
