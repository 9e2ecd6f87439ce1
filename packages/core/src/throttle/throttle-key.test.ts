import { describe, expect, it } from 'vitest';
import { throttleKey } from './throttle-key.ts';

describe('throttleKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, key) => {
    expect(throttleKey(address)).toBe(key);
  });

  it('counts all addresses of one IPv6 network as one', () => {
    expect(throttleKey('2001:db8:1:2:ffff::1')).toBe(throttleKey('2001:db8:1:2::abcd'));
    expect(throttleKey('2001:db8:1:3::1')).not.toBe(throttleKey('2001:db8:1:2::1'));
  });
});
