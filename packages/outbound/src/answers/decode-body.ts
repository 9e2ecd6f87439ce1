import { once } from 'node:events';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { badEncoding, OutboundError } from '../errors/errors.ts';

/**
 * Decompresses a body as a stream. Only one encoding is supported, because a chain of them can expand a few bytes enormously.
 *
 * @param encoding the value of `Content-Encoding`
 * @throws OutboundError `bad_encoding`, at once or while it is read
 */
export function decodeBody(body: AsyncIterable<Uint8Array>, encoding: string | undefined): AsyncIterable<Uint8Array> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (!OPEN.has(name) && name !== 'deflate') {
    throw badEncoding('The encoding of the response is not supported. Supported encodings: gzip, br, zstd or deflate, only one of them.');
  }
  return unpack(body, name);
}

const OPEN = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

async function* unpack(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const source = Readable.from(body, { objectMode: false });
  const transform = OPEN.get(name)?.() ?? (await openDeflate(source));
  let ofBody: unknown;
  source.once('error', (error) => (ofBody = error));
  pipeline(source, transform, () => undefined);
  try {
    for await (const chunk of transform as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    if (ofBody !== undefined) throw ofBody;
    if (OutboundError.isInstance(error)) throw error;
    throw badEncoding(`The response declares the encoding ${name} but cannot be decompressed.`);
  } finally {
    source.destroy();
    transform.destroy();
  }
}

/** Some servers send `deflate` without the required wrapper (RFC 9110 §8.4.1.2). */
async function openDeflate(source: Readable): Promise<Transform> {
  if (source.readableLength === 0 && !source.readableEnded) await Promise.race([once(source, 'readable'), once(source, 'end')]);
  const first = source.read(1) as Uint8Array | null;
  if (first === null) return createInflate();
  source.unshift(first);
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
