import { isIPv6 } from 'node:net';

/** Networks of IPv6 that hold one address of IPv4 in the end of each of theirs: what is mapped, and what is translated. */
const HOLDS_IPV4 = /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/;
/** Some proxies tell the port as well, which is another one for each connection: 203.0.113.7:5000, [2001:db8::1]:5000. */
const WITH_PORT = /^(?:([\d.]+)|\[(.*)\]):\d+$/;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * Whom an address is counted as. Whoever has one address of IPv6 has a whole network of 64 bits, and would be somebody
 * else with each request. What is no address, as a proxy may tell one, stays as it is. There is none once the caller has
 * hung up: whoever does that shares one budget.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const bare = ipv4 ?? ipv6 ?? address;
  const [plain = ''] = bare.split('%', 1);
  if (!isIPv6(plain)) return bare;
  const groups = groupsOf(plain);
  const whole = groups.join(':');
  return HOLDS_IPV4.test(whole) ? ipv4In(groups) : `${groups.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
}

/** All eight, in the one spelling that a URL has for them. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...gap, ...after];
}

const ipv4In = (groups: readonly string[]): string =>
  groups
    .slice(-2)
    .map((group) => parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 0xff])
    .join('.');
