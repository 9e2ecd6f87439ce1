import type { OutboundStream } from '../exchange/answer.ts';
import type { Clock } from '../connections/clock.ts';
import type { HopAnswer } from '../connections/hop.ts';
import { fetchFailed, tooLarge } from '../errors/errors.ts';
import type { OutboundLimits } from '../exchange/limits.ts';
import type { OutboundRequest } from '../exchange/request.ts';
import { bounded } from './bounded.ts';
import { decodeBody } from './decode-body.ts';

interface StreamContext {
  readonly request: OutboundRequest;
  readonly url: string;
  readonly redirects: readonly string[];
  readonly limits: OutboundLimits;
  /** The size limit of the body, read while streaming. */
  readonly limit: () => number;
  readonly clock: Clock;
}

/**
 * Creates the stream of a response: checks its status, and limits its body as sent and decompressed.
 *
 * @throws OutboundError `fetch_failed`, `too_large` or `bad_encoding`; the connection is closed then
 */
export async function openStream(response: HopAnswer, context: StreamContext): Promise<OutboundStream> {
  const { request, limits, limit, clock, url, redirects } = context;
  const { status, headers } = response;
  const close = async (): Promise<void> => {
    clock.stop();
    await response.close();
  };
  try {
    requireStatus(status, request);
    const largest = Math.max(limits.bytes, ...Object.values(limits.bytesByType));
    const isCut = request.overflow === 'cut';
    const bound = (): number => (isCut ? largest : Math.min(limit(), largest));
    const isEmpty = request.method === 'HEAD' || status === 204 || status === 304;
    if (!isEmpty && !isCut && Number(headers['content-length'] ?? 0) > bound()) throw tooLarge(bound());
    const limited = isEmpty ? emptyBody() : bounded(response.body, bound);
    const unpacked = isEmpty ? limited : bounded(decodeBody(limited, headers['content-encoding']), bound);
    const body = closing(unpacked, close);
    return { status, headers, url, redirects, body, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function requireStatus(status: number, request: OutboundRequest): void {
  const isSuccess = (status >= 200 && status < 300) || (status === 304 && isConditional(request));
  if (request.statuses !== 'any' && !isSuccess) throw fetchFailed('status', `The server responded with status ${status}.`, status);
}

function isConditional({ ifNoneMatch, ifModifiedSince }: OutboundRequest): boolean {
  return ifNoneMatch !== undefined || ifModifiedSince !== undefined;
}

async function* closing(body: AsyncIterable<Uint8Array>, close: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await close();
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // A response without a body.
}
