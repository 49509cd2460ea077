import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_TYPES } from '@florin/infrastructure';
import { type AccountId, type EventEnvelope, type EventId, firstIdAt } from '@florin/kernel';
import type { EventReader } from '@florin/ledger';
import { UsageError } from './errors.js';

export const PAGE = 200;
export const BEFORE_ALL = firstIdAt('evt', new Date(0));
const POLL_MS = 1_000;
const TYPES: readonly string[] = EVENT_TYPES;

export function requireEventType(type: string): string {
  if (TYPES.includes(type)) return type;
  throw new UsageError(`unknown event type ${type}; use one of ${TYPES.join(', ')}`);
}

/** Event ids increase within an account, so the newest id is an exact cursor. With `follow`, waits for more. */
export async function* readNew(
  reader: EventReader,
  account: AccountId,
  newest: EventId,
  follow: boolean,
  signal: AbortSignal,
): AsyncGenerator<EventEnvelope[]> {
  while (!signal.aborted) {
    const { items, hasMore } = await reader.list(account, { limit: PAGE, before: newest });
    newest = items[0]?.id ?? newest;
    yield items.toReversed();
    if (!hasMore && !follow) return;
    if (!hasMore) await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
