import { isIP } from 'node:net';
import { EndpointUrlPolicy } from '@florin/webhooks';
import ipaddr from 'ipaddr.js';

/** Azure's virtual machines reach their platform at this address. */
const AZURE_PLATFORM = '168.63.129.16';
const LOCAL_NAME = /(^|\.)(localhost|local|internal)$/i;
/** All IPv6 addresses that are routed on the internet. Outside are, for example, IPv4-compatible addresses (`::7f00:1`). */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Against server-side request forgery: only addresses on the internet, unless private ones are permitted. */
export class AddressPolicy extends EndpointUrlPolicy {
  readonly allowsHttp: boolean;

  constructor(readonly allowsPrivate: boolean) {
    super();
    this.allowsHttp = allowsPrivate;
  }

  /** `hostname` as in a URL: an IPv6 address is in brackets. */
  allowsHost(hostname: string): boolean {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    if (this.allowsPrivate || isIP(host) !== 0) return this.allowsAddress(host);
    return !LOCAL_NAME.test(host.replace(/\.$/, ''));
  }

  allowsAddress(address: string): boolean {
    return this.allowsPrivate || (isIP(address) !== 0 && isPublic(ipaddr.process(address)));
  }
}

/** Refuses NAT64, 6to4 and Teredo as well, which contain an IPv4 address. `process` has unwrapped IPv4-mapped addresses. */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv4 ? address.toString() !== AZURE_PLATFORM : address.match(GLOBAL_IPV6));
