/** An observable value, in the form that `useSyncExternalStore` of React and other frameworks read. */
export interface Store<Value> {
  /** The current value; the same object until it changes. */
  readonly getSnapshot: () => Value;
  /** Calls the listener after every change; returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store with a setter. */
export interface WritableStore<Value> extends Store<Value> {
  /** Sets the value. Listeners are not called if it is the same. */
  readonly set: (value: Value) => void;
}

/** Creates a store. A listener that throws does not prevent calling the others. */
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
          // Reported as an error of the page, after all listeners have been called.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
