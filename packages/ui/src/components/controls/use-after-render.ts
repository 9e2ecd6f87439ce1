import { useCallback, useLayoutEffect, useState } from 'react';

/**
 * Returns a function that runs `act` as soon as the state set beside it is rendered.
 * A timer runs later than that: a key pressed in between would reach the element that had the focus before.
 */
export function useAfterRender(): (act: () => void) => void {
  const [next, setNext] = useState<(() => void) | null>(null);
  useLayoutEffect(() => {
    next?.();
  }, [next]);
  // A function of its own for each call: the same `act` runs again.
  return useCallback((act) => setNext(() => () => act()), []);
}
