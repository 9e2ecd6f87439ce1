import type { Dispatcher } from 'undici';
import type { AddressRules, Target } from '../addresses/judge-url.ts';
import { notPublic } from '../addresses/judge-url.ts';
import { isPublicAddress } from '../addresses/judge-address.ts';
import { isIP } from 'node:net';
import { fetchFailed } from '../errors/errors.ts';
import type { Clock } from './clock.ts';
import { type ConnectionOptions, openDispatcher } from './dispatcher.ts';
import { failureOf } from './failure.ts';
import { type HostResolver, resolveByNameServers, resolveBySystem } from './resolver.ts';
import type { Slots } from './slots.ts';

export interface HopOptions extends ConnectionOptions {
  readonly rules: AddressRules;
  readonly resolver: HostResolver | undefined;
  readonly slots: Slots;
}

export interface HopRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

/** The response to a request of which only the headers were read. */
export interface HopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as sent, not decompressed. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection and releases its slot. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Sends one request to one target: resolves its name, checks every address, and connects to the first one.
 *
 * @throws OutboundError `address_refused`, `fetch_failed`, `fetch_timeout` or `busy`
 */
export async function sendHop(target: Target, request: HopRequest, clock: Clock, options: HopOptions): Promise<HopAnswer> {
  const giveBack = await options.slots.take(target.host, clock.signal);
  let dispatcher: Dispatcher | undefined;
  const close = async (): Promise<void> => {
    clock.signal.removeEventListener('abort', onAbort);
    giveBack();
    await dispatcher?.destroy().catch(() => undefined);
  };
  const onAbort = (): void => void close();
  clock.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const address = await checkedAddress(target, clock, options);
    dispatcher = await openDispatcher(target, address, options);
    const { connectTimeout, headersTimeout } = options.limits;
    const end = clock.begin('headers', connectTimeout + headersTimeout);
    const response = clock.race(ask(dispatcher, target, request, clock.signal)).finally(end);
    const { statusCode, headers, body } = await response;
    // Later errors of the connection are reported to the reader; without a reader they are ignored.
    body.on('error', () => undefined);
    return { status: statusCode, headers: joined(headers), body: readTimed(body, clock, options), close };
  } catch (error) {
    await close();
    throw failureOf(error, clock.signal, options.limits);
  }
}

async function ask(dispatcher: Dispatcher, { url }: Target, request: HopRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { request: send } = await import('undici');
  const { method, headers, body = null } = request;
  return send(url, { dispatcher, method: method as Dispatcher.HttpMethod, headers, body: body as string | null, signal });
}

/** @returns the address to connect to; `undefined` if the URL contains it, or a proxy resolves it */
async function checkedAddress(target: Target, clock: Clock, options: HopOptions): Promise<string | undefined> {
  if (target.literal !== undefined || options.proxy !== undefined) return undefined;
  const resolve = options.resolver ?? (target.isAllowed ? resolveBySystem : resolveByNameServers);
  const end = clock.begin('resolve', options.limits.resolveTimeout);
  const addresses = await clock
    .race(resolve(target.host, clock.signal))
    .catch(() => [])
    .finally(end);
  clock.signal.throwIfAborted();
  const [first] = addresses;
  if (first === undefined || isIP(first) === 0)
    throw fetchFailed('resolve', 'The host does not exist, or its name servers do not respond.');
  if (!target.isAllowed && !addresses.every((address) => isPublicAddress(address, options.rules.refusedNetworks))) throw notPublic();
  return first;
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
  return Object.fromEntries(entries) as Record<string, string>;
}

async function* readTimed(body: AsyncIterable<Uint8Array>, clock: Clock, { limits }: HopOptions): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const end = clock.begin('body', limits.idleTimeout);
      const next = await clock.race(iterator.next()).finally(end);
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw failureOf(error, clock.signal, limits);
  }
}
