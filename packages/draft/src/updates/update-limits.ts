/** In bytes; the editor splits what is longer. */
export const LARGEST_UPDATE = 262_144;
/** Insertions and ranges of deletions in one update. */
export const MOST_CHANGES = 20_000;
/** How many ids one update may use, also for what was deleted before it was sent. */
export const MOST_IDS = 1_000_000;
/** The greatest clock that a client can reach. */
export const LARGEST_CLOCK = 0x7fff_ffff;
