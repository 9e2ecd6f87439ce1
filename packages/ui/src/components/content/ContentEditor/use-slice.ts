import { useSyncExternalStore } from 'react';
import type { Store } from '../../../state/store.ts';

/**
 * Returns a part of a store's value and re-renders the component only when that part changes: typing in the
 * text only re-renders the text.
 *
 * @param part returns the same object while nothing in it changes
 */
export function useSlice<Value, Part>(store: Store<Value>, part: (value: Value) => Part): Part {
  const read = (): Part => part(store.getSnapshot());
  return useSyncExternalStore(store.subscribe, read, read);
}
