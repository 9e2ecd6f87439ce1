import { createHmac, timingSafeEqual } from 'node:crypto';
import { BusyError, TooLargeError, UnauthenticatedError } from '@colophon/core';
import { receivedBody } from '@colophon/core/rest';

const MAXIMUM_MAIL = 30_000_000;
const TOLERANCE_MS = 300_000;
/** Maximum number of bodies in memory at the same time. */
const MAXIMUM_AT_ONCE = 4;
const MAXIMUM_SIGNATURES = 10;

let held = 0;

/**
 * Runs `work` with the body of a request that is signed according to Standard Webhooks. The headers are checked before the body
 * is read, and only a few bodies are read at the same time, because they are not authenticated yet.
 *
 * @throws UnauthenticatedError if the signature is invalid or too old
 * @throws BusyError while other bodies are being read
 */
export async function withSignedBody<T>(request: Request, key: Buffer, now: Date, work: (body: Buffer) => Promise<T>): Promise<T> {
  const [id = '', timestamp = '', given = ''] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => request.headers.get(name) ?? '',
  );
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1000) <= TOLERANCE_MS;
  const signatures = given
    .split(' ')
    .slice(0, MAXIMUM_SIGNATURES)
    .flatMap((each) => (/^v1,[A-Za-z0-9+/]{43}=$/.test(each) ? [Buffer.from(each.slice(3), 'base64')] : []));
  if (id === '' || !isRecent || signatures.length === 0) throw unsigned();
  if (Number(request.headers.get('content-length') ?? 0) > MAXIMUM_MAIL) throw new TooLargeError(MAXIMUM_MAIL);
  if (held >= MAXIMUM_AT_ONCE) throw new BusyError('Other mails are being taken in; try again in a few seconds.');
  held += 1;
  try {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`);
    const body = await readBody(request, (chunk) => void hmac.update(chunk));
    const expected = hmac.digest();
    if (!signatures.some((signature) => timingSafeEqual(signature, expected))) throw unsigned();
    return await work(body);
  } finally {
    held -= 1;
  }
}

/** Reads a body into one growing buffer, so that many small chunks do not cost more. */
async function readBody(request: Request, hear: (chunk: Uint8Array) => void): Promise<Buffer> {
  let [body, length] = [Buffer.alloc(0), 0];
  for await (const chunk of receivedBody(request)) {
    const needed = length + chunk.byteLength;
    if (needed > MAXIMUM_MAIL) throw new TooLargeError(MAXIMUM_MAIL);
    if (needed > body.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(MAXIMUM_MAIL, Math.max(needed, body.length * 2, 16_384)));
      body.copy(grown, 0, 0, length);
      body = grown;
    }
    body.set(chunk, length);
    length = needed;
    hear(chunk);
  }
  return body.subarray(0, length);
}

function unsigned(): UnauthenticatedError {
  return new UnauthenticatedError('The mail is not signed as it must be, or was signed too long ago.');
}
