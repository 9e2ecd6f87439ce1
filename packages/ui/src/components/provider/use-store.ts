import { useSyncExternalStore } from 'react';
import type { Store } from '../../state/store.ts';

/** What a store holds, and the component drawn anew when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
