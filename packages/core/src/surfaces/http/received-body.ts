import { MalformedError } from '../../errors/errors.ts';

/**
 * The bytes of a request body as they arrive; nothing without a body.
 *
 * @throws MalformedError `interrupted` if the body ends before it is complete or is not framed as HTTP requires: the fault of the client or
 *   of the way here, and never an unexpected error
 * @example
 * const sent = new Request('https://example.org/', { method: 'POST', body: 'hello' });
 * let size = 0;
 * for await (const chunk of receivedBody(sent)) size += chunk.byteLength; // 5
 */
export async function* receivedBody(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
  if (!request.body) return;
  try {
    yield* request.body as unknown as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw interrupted(cause);
  }
}

/** The bytes of a request body as a whole. @throws as `receivedBody` */
export async function wholeBody(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw interrupted(cause);
  }
}

function interrupted(cause: unknown): MalformedError {
  return new MalformedError('The body ended before it was complete.', { code: 'interrupted', cause });
}
