import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('the rate limit key of an address', () => {
  it.each([
    ['is the address itself for IPv4', '203.0.113.7', '203.0.113.7'],
    ['is the /64 network for IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['is the same for another address of the network', '2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['differs for the next network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['expands zeros inside the network', '2001:db8::1', '2001:db8:0:0::/64'],
    ['expands zeros at the end', 'fe80:0:0:1::', 'fe80:0:0:1::/64'],
    ['excludes the zone id', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['is a network for the IPv6 loopback address', '::1', '0:0:0:0::/64'],
    ['is the IPv4 address for an IPv4-mapped address', '::ffff:203.0.113.7', '203.0.113.7'],
    ['is the IPv4 address for a NAT64 address', '64:ff9b::203.0.113.7', '203.0.113.7'],
    ['excludes the port that a proxy adds', '203.0.113.7:5000', '203.0.113.7'],
    ['excludes the port after brackets', '[2001:db8:1:2::1]:5000', '2001:db8:1:2::/64'],
    ['is the text itself if it is not an address', 'unknown', 'unknown'],
    ['is shared by all closed connections', undefined, 'gone'],
  ])('%s', (_, address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
