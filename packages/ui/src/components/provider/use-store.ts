import { useSyncExternalStore } from 'react';
import type { Store } from '../../state/store.ts';

/** Returns the value of a store and re-renders the component when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
