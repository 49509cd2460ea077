import {
  type Api,
  callInit,
  type CallOptions,
  createInit,
  type CreateOptions,
  dataOf,
  dryRunInit,
} from '../call.js';
import { cursorList, type List } from '../lists.js';
import type {
  CanceledPayment,
  CreatePayment,
  ListPaymentsQuery,
  Payment,
  PaymentDetails,
  PaymentDryRun,
  PaymentEmail,
  PaymentList,
  PaymentState,
} from '../schema.js';
import { type WaitOptions, waitUntilPaid } from './wait-until-paid.js';

export interface PaymentsApi {
  create(body: CreatePayment, options?: CreateOptions): Promise<Payment>;
  /** Checks the create without storing anything. */
  dryRun(body: CreatePayment, options?: CallOptions): Promise<PaymentDryRun>;
  list(query?: Omit<ListPaymentsQuery, 'ending_before'>, options?: CallOptions): List<Payment>;
  page(query?: ListPaymentsQuery, options?: CallOptions): Promise<PaymentList>;
  /** The payment with the cards that the customer tried. */
  get(id: string, options?: CallOptions): Promise<PaymentDetails>;
  status(id: string, options?: CallOptions): Promise<PaymentState>;
  cancel(id: string, options?: CallOptions): Promise<CanceledPayment>;
  /** Sends the pending payment request to the customer by email, once an hour. */
  sendEmail(id: string, options?: CreateOptions): Promise<PaymentEmail>;
  /**
   * Polls the payment until it is paid. Rejects with a `PaymentNotPaidError` if it fails, is canceled or expires, and
   * with a `PaymentTimeoutError` if it is not paid in time.
   */
  waitUntilPaid(id: string, options: WaitOptions): Promise<PaymentDetails>;
}

export function paymentsApi(api: Api): PaymentsApi {
  const page = (query: ListPaymentsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/payments', { params: { query }, ...callInit(options) }));
  const path = (payment_id: string) => ({ params: { path: { payment_id } } });
  const get = (id: string, options?: CallOptions) =>
    dataOf(api.GET('/v1/payments/{payment_id}', { ...path(id), ...callInit(options) }));
  return {
    create: (body, options) =>
      dataOf(api.POST('/v1/payments', { body, ...createInit(options) })) as Promise<Payment>,
    dryRun: (body, options) =>
      dataOf(api.POST('/v1/payments', { body, ...dryRunInit(options) })) as Promise<PaymentDryRun>,
    list: cursorList(page),
    page,
    get,
    status: (id, options) =>
      dataOf(api.GET('/v1/payments/{payment_id}/status', { ...path(id), ...callInit(options) })),
    cancel: (id, options) =>
      dataOf(api.DELETE('/v1/payments/{payment_id}', { ...path(id), ...callInit(options) })),
    sendEmail: (id, options) => {
      const { params, ...init } = createInit(options);
      const path = { payment_id: id };
      return dataOf(
        api.POST('/v1/payments/{payment_id}/send_email', { params: { ...params, path }, ...init }),
      );
    },
    waitUntilPaid: (id, options) => waitUntilPaid(get, id, options),
  };
}
