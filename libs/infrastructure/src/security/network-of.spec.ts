import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('the network that an address is counted as', () => {
  it.each([
    ['of IPv4 is the address itself', '203.0.113.7', '203.0.113.7'],
    ['of IPv6 is all that its holder has', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['is the same for the next address of the holder', '2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['is another for the next holder', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['is found where zeros are left out in it', '2001:db8::1', '2001:db8:0:0::/64'],
    ['is found where zeros are left out at its end', 'fe80:0:0:1::', 'fe80:0:0:1::/64'],
    ['leaves out by which interface it came', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['of this machine is one', '::1', '0:0:0:0::/64'],
    ['of IPv4 written as IPv6 is the address itself', '::ffff:203.0.113.7', '203.0.113.7'],
    ['of IPv4 behind a translator is the address itself', '64:ff9b::203.0.113.7', '203.0.113.7'],
    ['leaves out the port that a proxy tells', '203.0.113.7:5000', '203.0.113.7'],
    ['leaves out the port beside brackets too', '[2001:db8:1:2::1]:5000', '2001:db8:1:2::/64'],
    ['of what is no address is what was told', 'unknown', 'unknown'],
    ['of a caller who has hung up is that of all who have', undefined, 'gone'],
  ])('%s', (_, address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
