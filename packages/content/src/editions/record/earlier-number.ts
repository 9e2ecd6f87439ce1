/**
 * Returns the number of a publication or correction that was stored as a version before there were editions: below 0, and none that a
 * revision has, because the accounts of both kinds became editions.
 */
export function earlierVersionNumber(version: number): number {
  return -2 * version;
}

/** Returns the number of a publication without a version from before there were editions. */
export function earlierRevisionNumber(revision: number): number {
  return -2 * revision - 1;
}
