import type { Context } from 'hono';
import { describe, expect, it } from 'vitest';
import { callerAddress } from './caller-address.ts';

const from = (forwarded: string | undefined, connected: string | undefined): Context =>
  ({
    req: { raw: new Request('http://localhost/', { headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded } }) },
    env: { incoming: { socket: { remoteAddress: connected } } },
  }) as unknown as Context;

describe('the address of a caller', () => {
  it.each([
    ['the connection without a proxy, whatever the client says', '192.0.2.9', '192.0.2.1', false, '192.0.2.1'],
    ['the last that the proxy names', '203.0.113.5, 192.0.2.9', '127.0.0.1', true, '192.0.2.9'],
    ['the connection where the proxy names none', undefined, '192.0.2.1', true, '192.0.2.1'],
    ['the connection where the proxy names what is no address', ', <script>', '192.0.2.1', true, '192.0.2.1'],
    ['an address of version 6 as a proxy writes it, without brackets and port', '[2001:db8::1]:443', '127.0.0.1', true, '2001:db8::1'],
    ['the same without a port', '[2001:db8::1]', '127.0.0.1', true, '2001:db8::1'],
    ['an address of version 4 without the port', '192.0.2.9:4711', '127.0.0.1', true, '192.0.2.9'],
    ['the connection where the proxy names a word', 'unknown1', '192.0.2.1', true, '192.0.2.1'],
    ['the connection where the proxy names what looks like an address', '999.0.2.9:1', '192.0.2.1', true, '192.0.2.1'],
    ['nothing where neither is known', undefined, undefined, true, null],
  ])('is %s', (_, forwarded, connected, trustProxy, address) => {
    expect(callerAddress(from(forwarded, connected), trustProxy)).toBe(address);
  });
});
