import { LOOK_BACK_MS } from './seal-entries.ts';

/** The kind of a sealing round: most look back only a little, which is cheap. */
export interface RoundKind {
  /** A round of this kind runs every this many rounds. */
  readonly every: number;
  /** Milliseconds: entries of longer transactions are found by a round that looks back further. */
  readonly lookBack: number;
}

const BRIEF: RoundKind = { every: 1, lookBack: 2000 };
const LONGER: RoundKind = { every: 20, lookBack: 60_000 };
export const THOROUGH: RoundKind = { every: 240, lookBack: LOOK_BACK_MS };

/** Returns the kind of a round. The very first one covers entries committed while nothing was sealing. */
export function roundKind(round: number): RoundKind {
  return [THOROUGH, LONGER].find(({ every }) => round % every === 0) ?? BRIEF;
}
