import { hash } from 'node:crypto';
import type { AccountId, EventEnvelope, EventId } from '@florin/kernel';
import { type EventContent, eventContent } from '@florin/ledger';
import canonicalize from 'canonicalize';

/** The hash before the first event of an account. */
export const CHAIN_START = '0'.repeat(64);

/** The newest hash of each account, read under the lock on its balance. Absent: its events are not chained yet. */
export type NewestHashes = ReadonlyMap<AccountId, string>;

export interface ChainHead {
  readonly eventId: EventId;
  readonly hash: string;
}

/** `content` is an event as the API shows it, without `hash`. */
export const hashEvent = (previousHash: string, content: EventContent): string =>
  hash('sha256', `${previousHash}${canonicalize(content) ?? ''}`, 'hex');

/** `events` are in the order of their ids within each account. The heads are those after them. */
export function chainEvents(
  events: readonly EventEnvelope[],
  newestHashes: NewestHashes,
): { readonly chained: readonly EventEnvelope[]; readonly heads: ReadonlyMap<AccountId, ChainHead> } {
  const heads = new Map<AccountId, ChainHead>();
  const chained = events.map((event) => {
    const previousHash = heads.get(event.accountId)?.hash ?? newestHashes.get(event.accountId);
    if (previousHash === undefined) return event;
    const eventHash = hashEvent(previousHash, eventContent(event));
    heads.set(event.accountId, { eventId: event.id, hash: eventHash });
    return { ...event, hash: eventHash };
  });
  return { chained, heads };
}
