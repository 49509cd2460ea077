import type { AccountEvent, AccountEvents } from '@florin/accounts';
import type { Ids } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { appendEvents } from '../ledger/event.row.js';

export class OutboxAccountEvents implements AccountEvents {
  constructor(
    private readonly manager: EntityManager,
    private readonly ids: Ids,
  ) {}

  async append(events: readonly AccountEvent[], now: Date): Promise<void> {
    const told = events.map((event) => ({ ...event, occurredAt: now }));
    await appendEvents(this.manager, this.ids, told);
  }
}
