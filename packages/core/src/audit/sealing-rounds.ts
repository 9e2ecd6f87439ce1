import { LOOK_BACK_MS } from './seal-entries.ts';

/** A round of sealing: most look back a little, so that they cost little. */
export interface RoundKind {
  /** Every how many rounds there is one. */
  readonly every: number;
  /** Milliseconds: an entry of a transaction that lasted longer is found by a round that looks further. */
  readonly lookBack: number;
}

const BRIEF: RoundKind = { every: 1, lookBack: 2000 };
const LONGER: RoundKind = { every: 20, lookBack: 60_000 };
export const THOROUGH: RoundKind = { every: 240, lookBack: LOOK_BACK_MS };

/** Which kind a round is. The first one of all takes what was committed while nobody sealed. */
export function roundKind(round: number): RoundKind {
  return [THOROUGH, LONGER].find(({ every }) => round % every === 0) ?? BRIEF;
}
