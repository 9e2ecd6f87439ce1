const CHUNK = 500;

/** Slices that stay below every database's bound on parameters. */
export function chunks<T>(items: readonly T[]): T[][] {
  const slices: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) slices.push(items.slice(start, start + CHUNK));
  return slices;
}
