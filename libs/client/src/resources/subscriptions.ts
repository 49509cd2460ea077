import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type {
  CanceledSubscription,
  CreateSubscription,
  ListSubscriptionsQuery,
  Subscription,
  SubscriptionList,
  UpdateSubscription,
} from '../schema.js';

export interface SubscriptionsApi {
  create(body: CreateSubscription, options?: CreateOptions): Promise<Subscription>;
  list(query?: Omit<ListSubscriptionsQuery, 'ending_before'>, options?: CallOptions): List<Subscription>;
  page(query?: ListSubscriptionsQuery, options?: CallOptions): Promise<SubscriptionList>;
  get(id: string, options?: CallOptions): Promise<Subscription>;
  update(id: string, body: UpdateSubscription, options?: CallOptions): Promise<Subscription>;
  cancel(id: string, options?: CallOptions): Promise<CanceledSubscription>;
}

export function subscriptionsApi(api: Api): SubscriptionsApi {
  const page = (query: ListSubscriptionsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/subscriptions', { params: { query }, ...callInit(options) }));
  const path = (subscription_id: string) => ({ params: { path: { subscription_id } } });
  return {
    create: (body, options) => dataOf(api.POST('/v1/subscriptions', { body, ...createInit(options) })),
    list: cursorList(page),
    page,
    get: (id, options) =>
      dataOf(api.GET('/v1/subscriptions/{subscription_id}', { ...path(id), ...callInit(options) })),
    update: (id, body, options) =>
      dataOf(api.PATCH('/v1/subscriptions/{subscription_id}', { ...path(id), body, ...callInit(options) })),
    cancel: (id, options) =>
      dataOf(api.DELETE('/v1/subscriptions/{subscription_id}', { ...path(id), ...callInit(options) })),
  };
}
