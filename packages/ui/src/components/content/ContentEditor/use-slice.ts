import { useSyncExternalStore } from 'react';
import type { Store } from '../../../state/store.ts';

/**
 * A part of what a store holds, and the component drawn anew when that part differs, not when anything does: a key that is pressed in the
 * text draws the text and nothing else.
 *
 * @param part answers the same object while nothing in it differs
 */
export function useSlice<Value, Part>(store: Store<Value>, part: (value: Value) => Part): Part {
  const read = (): Part => part(store.getSnapshot());
  return useSyncExternalStore(store.subscribe, read, read);
}
