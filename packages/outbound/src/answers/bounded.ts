import { tooLarge } from '../errors/errors.ts';

/**
 * Passes chunks on, up to the limit.
 *
 * @throws OutboundError `too_large` as soon as the limit is exceeded
 */
export async function* bounded(body: AsyncIterable<Uint8Array>, limit: () => number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit()) throw tooLarge(limit());
    yield chunk;
  }
}
