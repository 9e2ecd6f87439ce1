import { isIP } from 'node:net';
import { addressRefused } from '../errors/errors.ts';
import { type AllowedHosts, withoutTrailingDot } from './allowed-hosts.ts';
import { isPublicAddress, type Network } from './judge-address.ts';

/** The target of a request, checked as far as possible before its name is resolved. */
export interface Target {
  /** Without a fragment and without a dot at the end of the host. */
  readonly url: URL;
  /** As in the URL: IPv6 addresses are in brackets. */
  readonly host: string;
  readonly port: number;
  /** The address, if the URL contains one instead of a host. */
  readonly literal: string | undefined;
  /** Whether the operator opened it, so that its addresses may be private. */
  readonly isAllowed: boolean;
}

export interface AddressRules {
  readonly allowed: AllowedHosts;
  readonly ports: ReadonlySet<number>;
  readonly refusedNetworks: readonly Network[];
}

/** Maximum length of a URL in characters. */
const MAXIMUM_LENGTH = 2000;
/** Names that no public resolver resolves, or that must stay internal (RFC 6761, 6762, 7686, 8375, ICANN's `.internal`). */
const INSIDE = ['localhost', 'local', 'internal', 'onion', 'home.arpa', 'localdomain', 'lan', 'intranet', 'corp', 'home'];

/**
 * Checks the URL itself: scheme, credentials, host and port, and the address if it contains one.
 *
 * @throws OutboundError `address_refused` with its `reason`
 */
export function judgeUrl(address: string | URL, rules: AddressRules, base?: URL): Target {
  const url = String(address).length <= MAXIMUM_LENGTH ? URL.parse(String(address), base) : null;
  if (!url || url.href.length > MAXIMUM_LENGTH * 3) {
    throw addressRefused('address', `This is not a valid URL, or it is longer than ${MAXIMUM_LENGTH} characters.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw addressRefused('scheme', 'Only URLs that begin with http:// or https:// are allowed.');
  }
  if (url.username !== '' || url.password !== '') {
    throw addressRefused('credentials', 'A URL with a user name or a password is not allowed.', 'Remove them from the URL.');
  }
  url.hash = '';
  url.hostname = withoutTrailingDot(url.hostname);
  const [host, port] = [url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80))];
  if (!rules.ports.has(port) && !rules.allowed.opensPort(host, port)) {
    throw addressRefused(
      'port',
      `Port ${port} is not allowed.`,
      `Use port ${[...rules.ports].join(' or ')}. The operator of the application can allow others, such as ${host}:${port}.`,
    );
  }
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const literal = isIP(bare) === 0 ? undefined : bare;
  const isAllowed = rules.allowed.has(host, port);
  if (!isAllowed && literal === undefined) requirePublicName(host);
  if (!isAllowed && literal !== undefined && !isPublicAddress(literal, rules.refusedNetworks)) throw notPublic();
  return { url, host, port, literal, isAllowed };
}

function requirePublicName(host: string): void {
  const isInside = INSIDE.some((name) => host === name || host.endsWith(`.${name}`));
  if (isInside || !host.includes('.') || host.length > 253) {
    throw addressRefused('host', 'This host is not on the public internet.', 'The operator of the application can allow it by name.');
  }
}

export function notPublic(): Error {
  return addressRefused(
    'network',
    'This address is not on the public internet.',
    'The operator of the application can allow the host by name.',
  );
}
