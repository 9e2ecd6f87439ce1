const IPV4 = /^127\.(?:\d{1,3})\.(?:\d{1,3})\.(?:\d{1,3})$/;
/** An IPv4 address that is written as IPv6, with decimal or hexadecimal numbers. */
const MAPPED = /^::ffff:(?:(127\.\d{1,3}\.\d{1,3}\.\d{1,3})|7f[\da-f]{2}:[\da-f]{1,4})$/;
const IPV6 = /^(?:0{0,4}:){2,7}0{0,3}1$/;

/**
 * Whether a host is this machine: `localhost` and names below it (RFC 6761 §6.3), `127.0.0.0/8`, `::1` in any spelling, with or without
 * brackets, and IPv4 addresses mapped to IPv6. It resolves no names, so it is no protection against a name that points inward.
 *
 * @param host a host name or address as it stands in a URL, or as a socket reports it
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (IPV4.test(name)) return name.split('.').every((part) => Number(part) <= 255);
  const address = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
  if (address === '::1') return true;
  return address.includes(':') && (IPV6.test(address) || MAPPED.test(address));
}
