import { createStore, type Store } from '../../state/store.ts';

/** What the two live regions say. */
export interface Announced {
  readonly polite: string;
  readonly assertive: string;
}

export interface AnnouncerState extends Store<Announced> {
  readonly announce: (text: string, urgency?: 'polite' | 'assertive') => void;
}

/** Makes what the live regions of one provider show. */
export function createAnnouncer(): AnnouncerState {
  const store = createStore<Announced>({ polite: '', assertive: '' });
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    announce(text, urgency = 'polite') {
      // The same words twice are said twice: a region speaks only when its text differs.
      const told = store.getSnapshot()[urgency] === text ? `${text}\u00a0` : text;
      store.set({ ...store.getSnapshot(), [urgency]: told });
    },
  };
}
