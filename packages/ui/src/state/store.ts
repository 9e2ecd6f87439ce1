/** Something that changes and can be watched: what `useSyncExternalStore` of React, or any other framework, reads. */
export interface Store<Value> {
  /** The value as it is now; the same object until it changes. */
  readonly getSnapshot: () => Value;
  /** Calls back after every change, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store whose owner sets it. */
export interface WritableStore<Value> extends Store<Value> {
  /** Sets the value; nobody is told where it is the same. */
  readonly set: (value: Value) => void;
}

/** Makes a store. A listener that throws keeps no other from being told. */
export function createStore<Value>(initial: Value): WritableStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          // Told to whoever listens for errors of the page, once all have been told of the change.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
