import { useCallback, useState } from 'react';
import type { Framing } from '../../../state/media/crop.ts';

interface Steps {
  readonly past: readonly Framing[];
  readonly now: Framing;
  readonly future: readonly Framing[];
}

/** What is shown of a picture while it is changed, with its steps. */
export interface FramingSteps {
  readonly framing: Framing;
  /** Shows a change; of one gesture, only the state before it is a step. */
  readonly change: (next: (before: Framing) => Framing, gesture?: 'begins' | 'goes on') => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/** Keeps what is shown of a picture, and takes steps back. */
export function useFraming(first: Framing): FramingSteps {
  const [steps, setSteps] = useState<Steps>({ past: [], now: first, future: [] });
  const change = useCallback<FramingSteps['change']>((next, gesture) => {
    setSteps(({ past, now, future }) => {
      const changed = next(now);
      if (same(changed, now)) return { past, now, future };
      if (gesture === 'goes on') return { past, now: changed, future };
      return { past: [...past, now], now: changed, future: [] };
    });
  }, []);
  const { past, now, future } = steps;
  const [before, after] = [past.at(-1), future[0]];
  return {
    framing: now,
    change,
    undo: before === undefined ? null : () => setSteps({ past: past.slice(0, -1), now: before, future: [now, ...future] }),
    redo: after === undefined ? null : () => setSteps({ past: [...past, now], now: after, future: future.slice(1) }),
  };
}

function same(one: Framing, other: Framing): boolean {
  const values = ({ crop, focal }: Framing) => [crop.x, crop.y, crop.width, crop.height, focal?.x, focal?.y];
  return values(one).every((value, index) => value === values(other)[index]);
}
