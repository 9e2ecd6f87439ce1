import { isIP } from 'node:net';

/** A request and what the server hands on beside it: a context of Hono, for one. */
export interface Arrival {
  readonly req: { readonly raw: Request };
  /** Of @hono/node-server: `incoming`, the request of Node. */
  readonly env?: unknown;
}

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

/** Proxies write a port after the address, and brackets around one of version 6. */
const WITH_PORT = /^(?:\[(?<six>[^\]]{2,60})\](?::\d{1,5})?|(?<four>[\d.]{7,15}):\d{1,5})$/;

const addresses = new WeakMap<Request, string>();

/**
 * The network address that a request came from: that of the connection, or what the proxy in front says of it.
 *
 * @param trustProxy whether there is a proxy that sets `X-Forwarded-For`; without one anybody could say anything there
 * @returns null where neither is known
 */
export function callerAddress({ req, env }: Arrival, trustProxy: boolean): string | null {
  const connected = (env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
  if (!trustProxy) return connected || null;
  // The last entry is the proxy's own; those before it are what the client sent.
  const forwarded = req.raw.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  // What is no address is passed over: everyone could make one up that counts for itself.
  return bareAddress(forwarded) ?? bareAddress(connected) ?? null;
}

/** The address alone, so that one caller has one however a proxy writes it. */
function bareAddress(text: string | undefined): string | undefined {
  const { six, four } = WITH_PORT.exec(text ?? '')?.groups ?? {};
  const address = six ?? four ?? text ?? '';
  return isIP(address) === 0 ? undefined : address;
}

/** Remembers the address of a request for whoever makes a call of it. */
export function noteAddress(arrival: Arrival, trustProxy = false): void {
  const address = callerAddress(arrival, trustProxy);
  if (address !== null) addresses.set(arrival.req.raw, address);
}

/** The address that was noted of a request. */
export function notedAddress(request: Request): string | null {
  return addresses.get(request) ?? null;
}
