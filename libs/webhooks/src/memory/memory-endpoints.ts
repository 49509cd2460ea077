import type { AccountId, CursorPage, CursorRequest, WebhookEndpointId } from '@florin/kernel';
import { newestFirstPage } from '@florin/kernel/memory';
import { WebhookEndpointReader } from '../endpoint/webhook-endpoint.reader.js';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import type { WebhooksStores } from '../stores.js';
import type { MemoryState } from './memory-state.js';

export function endpointsOn(state: MemoryState): WebhooksStores['endpoints'] {
  const all = () => [...state.endpoints.values()];
  const put = (endpoint: WebhookEndpoint) => {
    state.endpoints.set(endpoint.id, endpoint);
    return Promise.resolve();
  };
  return {
    countForInsert: (accountId) =>
      Promise.resolve(all().filter((endpoint) => endpoint.accountId === accountId).length),
    add: put,
    lock: (id, accountId) => Promise.resolve(withinAccountScope(state.endpoints.get(id), accountId)),
    lockAttempted: (failed, succeeded) =>
      Promise.resolve(
        all().filter(
          ({ id, failingSince }) =>
            failed.includes(id) || (failingSince !== undefined && succeeded.includes(id)),
        ),
      ),
    save: put,
    remove: (id) => {
      state.endpoints.delete(id);
      return Promise.resolve();
    },
  };
}

export const withinAccountScope = (
  endpoint: WebhookEndpoint | undefined,
  accountId: AccountId | undefined,
): WebhookEndpoint | undefined =>
  accountId === undefined || endpoint?.accountId === accountId ? endpoint : undefined;

export class MemoryWebhookEndpointReader extends WebhookEndpointReader {
  constructor(private readonly unitOfWork: { readonly state: MemoryState }) {
    super();
  }

  find(id: WebhookEndpointId, accountId: AccountId | undefined): Promise<WebhookEndpoint | undefined> {
    return Promise.resolve(withinAccountScope(this.unitOfWork.state.endpoints.get(id), accountId));
  }

  list(
    accountId: AccountId | undefined,
    request: CursorRequest<WebhookEndpointId>,
  ): Promise<CursorPage<WebhookEndpoint>> {
    const all = [...this.unitOfWork.state.endpoints.values()];
    const matching = all.filter((endpoint) => withinAccountScope(endpoint, accountId) !== undefined);
    return Promise.resolve(newestFirstPage(matching, request));
  }
}
