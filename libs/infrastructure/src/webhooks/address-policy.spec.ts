import { describe, expect, it } from '@jest/globals';
import { AddressPolicy } from './address-policy.js';
import { FORBIDDEN_HOSTS } from './testing/forbidden-hosts.js';

const allows = (host: string, allowsPrivate = false): boolean =>
  new AddressPolicy(allowsPrivate).allowsHost(new URL(`https://${host}/`).hostname);

describe('the address policy', () => {
  it.each(FORBIDDEN_HOSTS)('refuses the host %s (%s), unless private addresses are permitted', (host) => {
    expect(allows(host)).toBe(false);
    expect(allows(host, true)).toBe(true);
  });

  it.each([
    'example.com',
    'hooks.example.co.uk:8443',
    'local.example.com',
    'internal-hooks.example.com',
    'mylocalhost.example',
    '8.8.8.8',
    '93.184.216.34:444',
    '[2606:4700:4700::1111]',
    '[::ffff:8.8.8.8]',
  ])('accepts the host %s', (host) => {
    expect(allows(host)).toBe(true);
  });

  it.each(['', 'example.com', '127.0.0.1 ', '1.2.3', 'fe80::1%eth0'])(
    'refuses %j, which is not an address on the internet',
    (text) => {
      expect(new AddressPolicy(false).allowsAddress(text)).toBe(false);
    },
  );

  it('permits http only with private addresses', () => {
    expect(new AddressPolicy(false).allowsHttp).toBe(false);
    expect(new AddressPolicy(true).allowsHttp).toBe(true);
  });
});
