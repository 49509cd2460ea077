import { lookup, Resolver } from 'node:dns/promises';
import { SECOND_MS } from '@florin/kernel';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Also resolves names of the local network, such as those in `/etc/hosts`. */
export const resolveLocalName: ResolveName = (hostname) => lookup(hostname, { all: true });

/**
 * Does not use `lookup`, which takes one of the four threads of the process: names whose servers do not answer would
 * delay all others.
 */
export async function resolvePublicName(hostname: string): Promise<readonly ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: 3 * SECOND_MS, tries: 2 });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  const addressesOf = (found: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] =>
    found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }));
  return [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
}
