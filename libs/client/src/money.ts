import {
  type Api,
  calling,
  type CallOptions,
  type CreateOptions,
  creating,
  dataOf,
  type Query,
  type Schemas,
} from './call.js';
import { walking, WALKING_LIMIT, walkOn } from './lists.js';

// What accounts do with money. A method for each operation; lists can be walked item by item or taken page by page.

export function transactionsOf(api: Api) {
  const page = (query: Query<'listTransactions'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/transactions', { params: { query }, ...calling(options) }));
  const path = (transaction_id: string) => ({ params: { path: { transaction_id } } });
  return {
    create: (body: Schemas['CreateTransaction'], options?: CreateOptions) =>
      dataOf(api.POST('/v1/transactions', { body, ...creating(options) })),
    list: walking(page),
    page,
    get: (id: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/transactions/{transaction_id}', { ...path(id), ...calling(options) })),
    update: (id: string, body: Schemas['UpdateTransaction'], options?: CallOptions) =>
      dataOf(api.PATCH('/v1/transactions/{transaction_id}', { ...path(id), body, ...calling(options) })),
    cancel: (id: string, options?: CallOptions) =>
      dataOf(api.DELETE('/v1/transactions/{transaction_id}', { ...path(id), ...calling(options) })),
    /** For admins and platform keys. */
    settle: (id: string, body: Schemas['SettleTransaction'] = {}, options?: CallOptions) =>
      dataOf(
        api.POST('/v1/transactions/{transaction_id}/settle', { ...path(id), body, ...calling(options) }),
      ),
  };
}

export function paymentsOf(api: Api) {
  const page = (query: Query<'listPayments'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/payments', { params: { query }, ...calling(options) }));
  const path = (payment_id: string) => ({ params: { path: { payment_id } } });
  return {
    create: (body: Schemas['CreatePayment'], options?: CreateOptions) =>
      dataOf(api.POST('/v1/payments', { body, ...creating(options) })),
    list: walking(page),
    page,
    get: (id: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/payments/{payment_id}', { ...path(id), ...calling(options) })),
    status: (id: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/payments/{payment_id}/status', { ...path(id), ...calling(options) })),
    cancel: (id: string, options?: CallOptions) =>
      dataOf(api.DELETE('/v1/payments/{payment_id}', { ...path(id), ...calling(options) })),
  };
}

export function subscriptionsOf(api: Api) {
  const page = (query: Query<'listSubscriptions'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/subscriptions', { params: { query }, ...calling(options) }));
  const path = (subscription_id: string) => ({ params: { path: { subscription_id } } });
  return {
    create: (body: Schemas['CreateSubscription'], options?: CreateOptions) =>
      dataOf(api.POST('/v1/subscriptions', { body, ...creating(options) })),
    list: walking(page),
    page,
    get: (id: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/subscriptions/{subscription_id}', { ...path(id), ...calling(options) })),
    update: (id: string, body: Schemas['UpdateSubscription'], options?: CallOptions) =>
      dataOf(api.PATCH('/v1/subscriptions/{subscription_id}', { ...path(id), body, ...calling(options) })),
    cancel: (id: string, options?: CallOptions) =>
      dataOf(api.DELETE('/v1/subscriptions/{subscription_id}', { ...path(id), ...calling(options) })),
  };
}

/** Below every id that is ever drawn. */
const BEFORE_ALL_EVENTS = `evt_${'0'.repeat(26)}`;

export function eventsOf(api: Api) {
  const page = (query: Query<'listEvents'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/events', { params: { query }, ...calling(options) }));
  return {
    list: walking(page),
    page,
    /** What happened after that event, or from the beginning, in the order in which it happened, up to now. */
    since: (id = BEFORE_ALL_EVENTS, options?: CallOptions) =>
      walkOn(id, (cursor) => page({ limit: WALKING_LIMIT, ending_before: cursor }, options)),
  };
}
