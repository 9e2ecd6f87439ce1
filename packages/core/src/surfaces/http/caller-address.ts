import type { Context } from 'hono';

/** What @hono/node-server hands on of the connection. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

const ADDRESS = /^[0-9A-Za-z.:%_[\]-]{1,100}$/;

const addresses = new WeakMap<Request, string>();

/**
 * The network address that a request came from: that of the connection, or what the proxy in front says of it.
 *
 * @param trustProxy whether there is a proxy that sets `X-Forwarded-For`; without one anybody could say anything there
 * @returns null where neither is known
 */
export function callerAddress({ req, env }: Context, trustProxy: boolean): string | null {
  // The last entry is the proxy's own; those before it are what the client sent.
  const forwarded = trustProxy ? req.raw.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const connected = (env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
  // What is no address is passed over: callers without one would count as one and the same.
  return [forwarded, connected].find((address) => address !== undefined && ADDRESS.test(address)) ?? null;
}

/** Remembers the address of a request for whoever makes a call of it. */
export function noteAddress(context: Context, trustProxy = false): void {
  const address = callerAddress(context, trustProxy);
  if (address !== null) addresses.set(context.req.raw, address);
}

/** The address that was noted of a request. */
export function notedAddress(request: Request): string | null {
  return addresses.get(request) ?? null;
}
