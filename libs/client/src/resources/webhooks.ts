import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type {
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  ReplayedEvents,
  ReplayEvents,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
} from '../schema.js';

export interface WebhookEndpointsApi {
  /** Only this response and that of `rotateSecret` contain the secret. */
  create(body: CreateWebhookEndpoint, options?: CreateOptions): Promise<WebhookEndpointWithSecret>;
  list(
    query?: Omit<ListWebhookEndpointsQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<WebhookEndpoint>;
  page(query?: ListWebhookEndpointsQuery, options?: CallOptions): Promise<WebhookEndpointList>;
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  update(id: string, body: UpdateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint>;
  delete(id: string, options?: CallOptions): Promise<DeletedWebhookEndpoint>;
  /** For 24 hours, the previous secret signs as well. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
  /** Sends one event now. It takes up to 15 seconds. */
  test(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Sends the events of a period again. */
  replay(id: string, body: ReplayEvents, options?: CallOptions): Promise<ReplayedEvents>;
}

export interface WebhookDeliveriesApi {
  list(
    endpointId: string,
    query?: Omit<ListWebhookDeliveriesQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<WebhookDelivery>;
  page(
    endpointId: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Promise<WebhookDeliveryList>;
  get(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  retry(id: string, options?: CallOptions): Promise<WebhookDelivery>;
}

export function webhookEndpointsApi(api: Api): WebhookEndpointsApi {
  const page = (query: ListWebhookEndpointsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/webhook_endpoints', { params: { query }, ...callInit(options) }));
  const call = (endpoint_id: string, options?: CallOptions) => ({
    params: { path: { endpoint_id } },
    ...callInit(options),
  });
  return {
    create: (body, options) => dataOf(api.POST('/v1/webhook_endpoints', { body, ...createInit(options) })),
    list: cursorList(page),
    page,
    get: (id, options) => dataOf(api.GET('/v1/webhook_endpoints/{endpoint_id}', call(id, options))),
    update: (id, body, options) =>
      dataOf(api.PATCH('/v1/webhook_endpoints/{endpoint_id}', { body, ...call(id, options) })),
    delete: (id, options) => dataOf(api.DELETE('/v1/webhook_endpoints/{endpoint_id}', call(id, options))),
    rotateSecret: (id, options) =>
      dataOf(api.POST('/v1/webhook_endpoints/{endpoint_id}/rotate_secret', call(id, options))),
    test: (id, options) => dataOf(api.POST('/v1/webhook_endpoints/{endpoint_id}/test', call(id, options))),
    replay: (id, body, options) =>
      dataOf(api.POST('/v1/webhook_endpoints/{endpoint_id}/replay', { body, ...call(id, options) })),
  };
}

export function webhookDeliveriesApi(api: Api): WebhookDeliveriesApi {
  const page = (endpoint_id: string, query: ListWebhookDeliveriesQuery = {}, options?: CallOptions) =>
    dataOf(
      api.GET('/v1/webhook_endpoints/{endpoint_id}/deliveries', {
        params: { path: { endpoint_id }, query },
        ...callInit(options),
      }),
    );
  const call = (delivery_id: string, options?: CallOptions) => ({
    params: { path: { delivery_id } },
    ...callInit(options),
  });
  return {
    list: (endpointId, query, options) =>
      cursorList((next?: ListWebhookDeliveriesQuery, init?: CallOptions) => page(endpointId, next, init))(
        query,
        options,
      ),
    page,
    get: (id, options) => dataOf(api.GET('/v1/webhook_deliveries/{delivery_id}', call(id, options))),
    retry: (id, options) => dataOf(api.POST('/v1/webhook_deliveries/{delivery_id}/retry', call(id, options))),
  };
}
