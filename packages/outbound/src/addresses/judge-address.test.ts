import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseNetworks } from './judge-address.ts';

describe('addresses of the public internet', () => {
  it.each(['8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'include %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['0.0.0.0', 'this network'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata of a cloud, in the range of carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'the machine itself, inside Azure'],
    ['169.254.169.254', 'link-local: metadata of a cloud'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'protocol assignments: metadata of a cloud'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relays'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::127.0.0.1', 'NAT64'],
    ['64:ff9b::a00:1', 'NAT64'],
    ['64:ff9b:1::808:808', 'NAT64 for local use'],
    ['100::1', 'discard only'],
    ['100:0:0:1::1', 'dummy prefix'],
    ['2001::1', 'Teredo'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2002:808:808::1', '6to4, public inside'],
    ['2a00::5efe:127.0.0.1', 'ISATAP'],
    ['2a00::200:5efe:8.8.8.8', 'ISATAP'],
    ['3fff::1', 'documentation'],
    ['4000::1', 'not given out'],
    ['5f00::1', 'segment routing'],
    ['e000::1', 'not given out'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'unique local: metadata of a cloud'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['2606:4700:4700::1111%eth0', 'a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
  ])('do not include %s: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['', ' ', 'localhost', '1.2.3.4.5', '8.8.8.8/32', ':::', 'g::1', '8.8.8.8\0'])('%j is not an address', (text) =>
    expect(isPublicAddress(text)).toBe(false),
  );

  it('exclude networks that the operator refuses, even embedded in IPv6', () => {
    const refused = parseNetworks(['93.184.0.0/16', '2606:4700::/32']);
    expect(isPublicAddress('93.184.215.14', refused)).toBe(false);
    expect(isPublicAddress('::ffff:93.184.215.14', refused)).toBe(false);
    expect(isPublicAddress('2606:4700:4700::1111', refused)).toBe(false);
    expect(isPublicAddress('8.8.8.8', refused)).toBe(true);
    expect(() => parseNetworks(['93.184.0.0'])).toThrow(
      new TypeError('refusedNetworks: 93.184.0.0 is not a network such as 203.0.112.0/22.'),
    );
  });
});

/** The IANA registries as numbers, to check the library independently. */
const NOT_GLOBAL_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (number: number): string => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
const isGlobal = (number: number): boolean =>
  !NOT_GLOBAL_4.some(([network, bits]) => Math.floor(number / 2 ** (32 - bits)) === Math.floor(numberOf(network) / 2 ** (32 - bits)));

describe('all IPv4 addresses', () => {
  const nearRanges = fc
    .constantFrom(...NOT_GLOBAL_4)
    .chain(([network, bits]) => fc.integer({ min: -3, max: 2 ** (32 - bits) + 3 }).map((offset) => (numberOf(network) + offset) >>> 0));
  const numbers = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), nearRanges);

  it('are classified like in the registries', () => {
    fc.assert(
      fc.property(numbers, (number) => isPublicAddress(dotted(number)) === isGlobal(number)),
      { numRuns: 20_000 },
    );
  });

  it('are classified alike when embedded in IPv6, and refused if the prefix is not public', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const [high, low] = [(number >>> 16).toString(16), (number & 0xffff).toString(16)];
        for (const prefix of ['::ffff:', '64:ff9b::', '0:0:0:0:0:FFFF:', '0064:FF9B:0:0:0:0:']) {
          expect(isPublicAddress(`${prefix}${high}:${low}`)).toBe(isGlobal(number));
        }
        for (const inside of [`::${high}:${low}`, `2002:${high}:${low}::1`, `64:ff9b:1::${high}:${low}`, `2a00::5efe:${high}:${low}`]) {
          expect(isPublicAddress(inside)).toBe(false);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('all IPv6 addresses', () => {
  it('outside 2000::/3 are refused, except embedded IPv4 addresses', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, (parts) => {
        const first = parts[0] ?? 0;
        const address = parts.map((part) => part.toString(16)).join(':');
        if (isPublicAddress(address)) expect(first >>> 13).toBe(1);
      }),
      { numRuns: 20_000 },
    );
  });
});
