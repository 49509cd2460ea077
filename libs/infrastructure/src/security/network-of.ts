import { isIPv6 } from 'node:net';

/** IPv4-mapped and NAT64 addresses end in an IPv4 address. */
const HOLDS_IPV4 = /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/;
/** Some proxies add the port: 203.0.113.7:5000, [2001:db8::1]:5000. */
const WITH_PORT = /^(?:([\d.]+)|\[(.*)\]):\d+$/;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** The rate limit key of an address: for IPv6 its /64 network. Callers that have closed their connection share one key. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const bare = ipv4 ?? ipv6 ?? address;
  const [plain = ''] = bare.split('%', 1);
  if (!isIPv6(plain)) return bare;
  const groups = groupsOf(plain);
  return HOLDS_IPV4.test(groups.join(':'))
    ? ipv4In(groups)
    : `${groups.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
}

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
