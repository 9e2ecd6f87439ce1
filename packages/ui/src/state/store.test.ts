import { expect, it } from 'vitest';
import { createStore } from './store.ts';

it('calls its listeners after a change, and not for a value that it has already', () => {
  const store = createStore<{ readonly name: string } | number>(Number.NaN);
  const seen: unknown[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.getSnapshot()));
  store.set(Number.NaN);
  expect(seen).toEqual([]);
  const named = { name: 'Edna' };
  store.set(named);
  store.set(named);
  expect(seen).toEqual([named]);
  // Another object is another value, whatever it contains.
  store.set({ name: 'Edna' });
  expect(seen).toEqual([named, { name: 'Edna' }]);
  unsubscribe();
  store.set(1);
  expect([seen.length, store.getSnapshot()]).toEqual([2, 1]);
});

it('calls a listener once for each subscription, until that one is ended', () => {
  const store = createStore(0);
  let calls = 0;
  const listener = (): void => void (calls += 1);
  const [end] = [store.subscribe(listener), store.subscribe(listener)];
  store.set(1);
  expect(calls).toBe(2);
  end();
  end();
  store.set(2);
  expect(calls).toBe(3);
});
