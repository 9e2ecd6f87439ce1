/**
 * Returns a function that creates a value on first use and keeps it, so that short-lived processes, or those that never need it, do not pay
 * for it: loading a module costs about a quarter of a millisecond and its memory. Concurrent calls share one creation; if it fails, the
 * next call tries again.
 *
 * @example
 * const zlib = onFirstUse(() => import('node:zlib'));
 * (await zlib()).crc32('hello');
 */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
