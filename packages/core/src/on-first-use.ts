/**
 * Keeps what is made when it is first asked for. A process that starts often, or that never needs some part, does not
 * pay for it: a module costs about a quarter of a millisecond and its memory, whether it is used or not. Whoever asks
 * while it is made waits for the same; where making it failed, the next one tries again.
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
