import type { DomainEvent, Ids, TimedEvent } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { appendEvents } from './numbered-events.js';

/** Where accounts and payments tell what happened to them and by whom, in the manager's SQL transaction. */
export const outboxOn = (manager: EntityManager, ids: Ids, actor: string) => ({
  append: (events: readonly DomainEvent[], now: Date): Promise<void> =>
    appendEvents(
      manager,
      ids,
      events.map((event) => ({ ...event, occurredAt: now })),
      actor,
    ),
  appendAll: (events: readonly TimedEvent[]): Promise<void> => appendEvents(manager, ids, events, actor),
});
