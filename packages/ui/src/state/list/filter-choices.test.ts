import { expect, it } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { contentRecord } from '../../testing/records.ts';
import { choicesOfCounts, choicesOfRows, readTagChoices } from './filter-choices.ts';

const signal = new AbortController().signal;

it('offers the tags of the vocabulary by name, unless they are too many to choose from', async () => {
  const few = fakeClient(() => ({ items: [{ slug: 'water', name: 'Water' }, { slug: 'oak' }, {}], count: 3 }));
  expect(await readTagChoices(few, signal)).toEqual([
    { value: 'water', label: 'Water' },
    { value: 'oak', label: 'oak' },
  ]);
  expect(
    await readTagChoices(
      fakeClient(() => ({ items: [], count: 201 })),
      signal,
    ),
  ).toBe(null);
});

it('offers the counted values, with their counts', () => {
  const counts = { status: [], category: [{ value: 'guides', count: 2 }], type: [] };
  expect(choicesOfCounts(counts, null)).toEqual({ type: [], category: [{ value: 'guides', label: 'guides', count: 2 }], tag: null });
  const many = Array.from({ length: 201 }, (_, index) => ({ value: `c${index}`, count: 1 }));
  expect(choicesOfCounts({ ...counts, category: many }, null).category).toBe(null);
});

it('offers the values of loaded rows, each once', () => {
  const rows = [
    contentRecord({ type: 'article', tags: ['oak', 'water'] }),
    contentRecord({ type: 'article', category: 'guides', tags: ['oak'] }),
  ];
  expect(choicesOfRows(rows)).toMatchObject({
    type: [{ value: 'article' }],
    category: [{ value: 'guides' }],
    tag: [{ value: 'oak' }, { value: 'water' }],
  });
});
