import { isIP } from 'node:net';

/** A request with the server's context, such as a context of Hono. */
export interface Arrival {
  readonly req: { readonly raw: Request };
  /** From @hono/node-server: `incoming`, the request of Node. */
  readonly env?: unknown;
}

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

/** Proxies append a port to the address, and put brackets around an IPv6 address. */
const WITH_PORT = /^(?:\[(?<six>[^\]]{2,60})\](?::\d{1,5})?|(?<four>[\d.]{7,15}):\d{1,5})$/;

const addresses = new WeakMap<Request, string>();

/**
 * Returns the network address that a request came from: that of the connection, or the one that the trusted proxy reports.
 *
 * @param trustProxy whether there is a proxy that sets `X-Forwarded-For`; without one any client could set it
 * @returns null if neither is known
 */
export function callerAddress({ req, env }: Arrival, trustProxy: boolean): string | null {
  const connected = (env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
  if (!trustProxy) return connected || null;
  // The last entry is the proxy's own; those before it were sent by the client.
  const forwarded = req.raw.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  // Invalid addresses are ignored: otherwise clients could invent distinct ones to evade limits.
  return bareAddress(forwarded) ?? bareAddress(connected) ?? null;
}

/** Returns the address alone, so that a caller has one address however a proxy writes it. */
function bareAddress(text: string | undefined): string | undefined {
  const { six, four } = WITH_PORT.exec(text ?? '')?.groups ?? {};
  const address = six ?? four ?? text ?? '';
  return isIP(address) === 0 ? undefined : address;
}

/** Stores the address of a request for the code that creates a call for it. */
export function noteAddress(arrival: Arrival, trustProxy = false): void {
  const address = callerAddress(arrival, trustProxy);
  if (address !== null) addresses.set(arrival.req.raw, address);
}

/** Returns the stored address of a request. */
export function notedAddress(request: Request): string | null {
  return addresses.get(request) ?? null;
}
