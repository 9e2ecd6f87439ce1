const CHUNK = 500;

/** Splits items into slices below every database's limit of parameters. */
export function chunks<T>(items: readonly T[]): T[][] {
  const slices: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) slices.push(items.slice(start, start + CHUNK));
  return slices;
}
