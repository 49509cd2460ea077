import type { CursorPage, CursorRequest, SubscriptionId } from '@florin/kernel';
import type { Subscription } from './subscription.js';
import type { SubscriptionFilter, SubscriptionReader } from './subscription.reader.js';

export class ListSubscriptions {
  constructor(private readonly reader: SubscriptionReader) {}

  execute(
    filter: SubscriptionFilter,
    request: CursorRequest<SubscriptionId>,
  ): Promise<CursorPage<Subscription>> {
    return this.reader.list(filter, request);
  }
}
