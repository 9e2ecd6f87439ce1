import { createStore, type Store } from '../../state/store.ts';

/** The texts of the two live regions. */
export interface Announced {
  readonly polite: string;
  readonly assertive: string;
}

export interface AnnouncerState extends Store<Announced> {
  readonly announce: (text: string, urgency?: 'polite' | 'assertive') => void;
}

/** Creates the announcer of a provider. */
export function createAnnouncer(): AnnouncerState {
  const store = createStore<Announced>({ polite: '', assertive: '' });
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    announce(text, urgency = 'polite') {
      // Live regions are only read when their text changes, so a repeated message is varied.
      const told = store.getSnapshot()[urgency] === text ? `${text}\u00a0` : text;
      store.set({ ...store.getSnapshot(), [urgency]: told });
    },
  };
}
