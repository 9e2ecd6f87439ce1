import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Publicly reachable, but refused: ranges that `ipaddr.js` classifies as unicast. 2001::/23 are IETF protocol assignments
 * (Teredo, ORCHID, benchmarking), 2002::/16 is 6to4, 3fff::/20 documentation; 168.63.129.16 serves secrets of the machine inside Azure.
 */
const OURS: readonly Range[] = ['168.63.129.16/32', '198.18.0.0/15', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.parseCIDR(range),
);

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** IPv6 addresses whose last 32 bits are an IPv4 address that the packet ends at. */
const WRAPPED: readonly Range[] = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an IP address is public. Anything that cannot be parsed as an address is not.
 *
 * @param address in any form returned by a resolver
 * @param refused additional networks refused by the operator
 *
 * @example
 * isPublicAddress('93.184.215.14'); // true
 * isPublicAddress('::ffff:10.0.0.1'); // false
 */
export function isPublicAddress(address: string, refused: readonly Range[] = []): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).zoneId !== undefined) return false;
  return isPublic(parsed, refused);
}

function isPublic(address: Address, refused: readonly Range[]): boolean {
  if (isIn(address, refused)) return false;
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && !isIn(address, OURS);
  if (isIn(address, WRAPPED)) return isPublic(lastFourBytes(address), refused);
  return isIn(address, [GLOBAL_UNICAST]) && address.range() === 'unicast' && !isIn(address, OURS) && !isIsatap(address);
}

function isIn(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as Range));
}

function lastFourBytes(address: Address): Address {
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

/** An interface identifier of ISATAP (RFC 5214 §6.1) holds an IPv4 address of the network behind it. */
function isIsatap(address: Address): boolean {
  const [high, low] = (address as ipaddr.IPv6).parts.slice(4, 6);
  return ((high ?? 0) & 0xfcff) === 0 && low === 0x5efe;
}

/**
 * Parses networks such as `203.0.112.0/22`.
 *
 * @throws TypeError naming the invalid one
 */
export function parseNetworks(networks: readonly string[]): readonly Range[] {
  return networks.map((network) => {
    if (!ipaddr.isValidCIDR(network)) throw new TypeError(`refusedNetworks: ${network} is not a network such as 203.0.112.0/22.`);
    return ipaddr.parseCIDR(network);
  });
}

export type { Range as Network };
