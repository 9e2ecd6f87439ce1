import { AIError } from '../errors/errors.ts';
import { checkOutgoingBody, type BodyLimits } from '../limits/outgoing-body.ts';
import type { Call } from '../provider/call.ts';
import { boundBody } from '../transport/bounded-body.ts';
import { parseJson } from '../transport/http.ts';
import { sentBody } from '../wires/post.ts';

/** The call for which a vendor's package sends a request. */
interface WireCall {
  call: Call;
  limits: BodyLimits | undefined;
  /** Some packages continue a truncated answer automatically, at the full ceiling again. */
  sent: number;
}

/**
 * The packages pass our signal to `fetch` unchanged, so it identifies the call of a request. The call is kept on the signal itself: a weak
 * map with an entry per call costs the garbage collector more than the calls do.
 */
const owner = Symbol('colophon.ai.call');

interface OwnedSignal extends AbortSignal {
  [owner]?: WireCall;
}

/** Registers a call for its signal, with the limits that apply to its requests. */
export function watchCall(call: Call, limits?: BodyLimits): void {
  (call.signal as OwnedSignal)[owner] = { call, limits, sent: 0 };
}

const remembered: { unredirected?: RequestInit } = {};

/**
 * Request options that prevent following a redirect, which would carry the key elsewhere. Node keeps a copy of every request body, at a
 * quarter of the cost of the call, unless a redirect is an error and no window is asked for credentials. Some edge runtimes support
 * `manual` only, also where they imitate Node, so it is tried once.
 */
function unredirected(): RequestInit {
  return (remembered.unredirected ??= refusesRedirects() ? { redirect: 'error', window: null } : { redirect: 'manual' });
}

function refusesRedirects(): boolean {
  if (typeof process === 'undefined' || process.versions?.['undici'] === undefined) return false;
  try {
    return new Request('http://localhost/', { redirect: 'error' }).redirect === 'error';
  } catch {
    return false;
  }
}

async function ask(
  inner: typeof globalThis.fetch,
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
  kind: string,
): Promise<Response> {
  try {
    const response = await inner(input, { ...init, ...unredirected() });
    if (response.status < 300 || response.status >= 400) return response;
    void response.body?.cancel().catch(() => undefined);
  } catch (failure) {
    if (!isRedirect(failure)) throw failure;
  }
  throw new AIError(`${kind}: the provider responded with a redirect, which is not followed.`, {
    code: 'INVALID_RESPONSE',
    provider: kind,
  });
}

/**
 * Refuses a page, or a plain answer in place of a stream, which the vendors' packages would report as a broken connection.
 *
 * @throws AIError `INVALID_RESPONSE`
 */
async function refuseForeign(response: Response, input: Parameters<typeof globalThis.fetch>[0], kind: string): Promise<void> {
  if (!response.ok) return;
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const path = new URL(typeof input === 'string' ? input : 'url' in input ? input.url : input.href).pathname;
  const isPlain = type === 'application/json' && /(?::stream|-stream$)/.test(path);
  if (type !== 'text/html' && !isPlain) return;
  await response.body?.cancel().catch(() => undefined);
  const found = isPlain ? 'a plain answer in place of a stream' : 'a page';
  throw new AIError(`${kind}: the provider responded with ${found}.`, { code: 'INVALID_RESPONSE', provider: kind });
}

/** Whether `fetch` failed because of a redirect. No runtime has a code for it. */
function isRedirect(failure: unknown): boolean {
  const { message, cause } = (failure ?? {}) as { message?: unknown; cause?: { message?: unknown } };
  return [message, cause?.message].some((text) => typeof text === 'string' && /redirect/i.test(text));
}

/**
 * Creates the `fetch` for a vendor's package. Each request is matched with its call, its token ceilings are read from the body that is
 * sent, redirects are refused (they would carry the key elsewhere) and the size of the response is limited. A request of no known call is
 * not sent.
 */
export function guardedFetch(kind: string, inner: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const watched = (init?.signal as OwnedSignal | null | undefined)?.[owner];
    if (watched === undefined) {
      throw new AIError(`${kind}: a request that belongs to no call was stopped.`, { code: 'AI_LIMIT_EXCEEDED', provider: kind });
    }
    const { call, limits } = watched;
    const own = sentBody(init);
    if (limits !== undefined) {
      const body = own ?? (typeof init?.body === 'string' ? parseJson(init.body) : undefined);
      if (watched.sent > 0) {
        throw new AIError(`${kind}: a second request for the same answer was stopped.`, { code: 'AI_LIMIT_EXCEEDED', provider: kind });
      }
      watched.sent += 1;
      call.sentOutputTokens = checkOutgoingBody(body, limits, kind);
    }
    call.attempts += 1;
    const response = await ask(inner, input, init, kind);
    call.reportedCost = call.readCost?.(response.headers);
    if (own === undefined) await refuseForeign(response, input, kind);
    // Our own wires limit the size of a response themselves.
    return own === undefined ? boundBody(response, call.settings.ceilings.maxResponseBytes, kind) : response;
  };
}
