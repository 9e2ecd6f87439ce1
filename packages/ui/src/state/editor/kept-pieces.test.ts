import { expect, it } from 'vitest';
import { formOf } from './form.ts';
import { keptPieces } from './kept-pieces.ts';
import { createLocalDrafts, type DraftStorage } from './local-draft.ts';

function memoryStorage(): DraftStorage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

it('lists the new pieces that were never saved, the latest first, each once', () => {
  const storage = memoryStorage();
  const person = { userId: 'ada', tenantId: null };
  const now = (): number => Date.parse('2026-05-03T12:00:00.000Z');
  const keep = (tab: string, at: string, fields: { title: string; body?: string }, contentId: string | null = null): void => {
    const draft = { base: null, baseRev: null, fields: { ...formOf(null), ...fields }, at, creation: null };
    createLocalDrafts({ storage, tab, now }).keep({ ...person, contentId }, draft);
  };
  keep('a', '2026-05-03T10:00:00.000Z', { title: 'The oak' });
  keep('b', '2026-05-03T11:00:00.000Z', { title: ' ', body: 'It rained.' });
  keep('c', '2026-05-03T09:00:00.000Z', { title: 'The oak' });
  keep('d', '2026-05-03T11:30:00.000Z', { title: 'A stored piece' }, '1');
  expect(keptPieces(storage, person, now)).toEqual([
    { title: '', excerpt: 'It rained.', at: '2026-05-03T11:00:00.000Z' },
    { title: 'The oak', excerpt: '', at: '2026-05-03T10:00:00.000Z' },
  ]);
  expect(keptPieces(storage, { userId: 'ben', tenantId: null }, now)).toEqual([]);
  expect(keptPieces(null, person, now)).toEqual([]);
});
