import type { ColophonClient } from '../client-port.ts';
import type { PendingKind } from '../records.ts';
import { createStore, type WritableStore } from '../store.ts';

const waiting = new WeakMap<ColophonClient, WritableStore<ReadonlyMap<string, readonly PendingKind[]>>>();

/** What readers do not get of pieces before they are published again, as it was read after pictures were changed. */
export function waitingPictures(client: ColophonClient): WritableStore<ReadonlyMap<string, readonly PendingKind[]>> {
  const store = waiting.get(client) ?? createStore<ReadonlyMap<string, readonly PendingKind[]>>(new Map());
  waiting.set(client, store);
  return store;
}

/** Notes what readers do not get of a piece; undefined if that is to be read from the piece itself. */
export function setWaiting(client: ColophonClient, contentId: string, what: readonly PendingKind[] | undefined): void {
  const store = waitingPictures(client);
  if (what === undefined && !store.getSnapshot().has(contentId)) return;
  const others = [...store.getSnapshot()].filter(([id]) => id !== contentId);
  store.set(new Map(what === undefined ? others : [...others, [contentId, what]]));
}
