import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type { CreateRefund, ListRefundsQuery, Refund, RefundList } from '../schema.js';

export interface RefundsApi {
  /** Without an amount, what is left of the payment. The refund may still be pending. */
  create(paymentId: string, body?: CreateRefund, options?: CreateOptions): Promise<Refund>;
  /** The refunds of a payment. */
  list(
    paymentId: string,
    query?: Omit<ListRefundsQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<Refund>;
  page(paymentId: string, query?: ListRefundsQuery, options?: CallOptions): Promise<RefundList>;
  get(id: string, options?: CallOptions): Promise<Refund>;
}

export function refundsApi(api: Api): RefundsApi {
  const page = (payment_id: string, query: ListRefundsQuery = {}, options?: CallOptions) =>
    dataOf(
      api.GET('/v1/payments/{payment_id}/refunds', {
        params: { path: { payment_id }, query },
        ...callInit(options),
      }),
    );
  return {
    create: (payment_id, body = {}, options) => {
      const { params, ...init } = createInit(options);
      const path = { payment_id };
      return dataOf(
        api.POST('/v1/payments/{payment_id}/refunds', { params: { ...params, path }, body, ...init }),
      );
    },
    list: (paymentId, query, options) =>
      cursorList((ofPage?: ListRefundsQuery) => page(paymentId, ofPage, options))(query),
    page,
    get: (refund_id, options) =>
      dataOf(api.GET('/v1/refunds/{refund_id}', { params: { path: { refund_id } }, ...callInit(options) })),
  };
}
