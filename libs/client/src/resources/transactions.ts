import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type {
  CanceledTransaction,
  CreateTransaction,
  ListTransactionsQuery,
  SettleTransaction,
  Transaction,
  TransactionList,
  TransactionListItem,
  UpdateTransaction,
} from '../schema.js';

export interface TransactionsApi {
  create(body: CreateTransaction, options?: CreateOptions): Promise<TransactionListItem>;
  list(
    query?: Omit<ListTransactionsQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<TransactionListItem>;
  page(query?: ListTransactionsQuery, options?: CallOptions): Promise<TransactionList>;
  get(id: string, options?: CallOptions): Promise<Transaction>;
  update(id: string, body: UpdateTransaction, options?: CallOptions): Promise<Transaction>;
  cancel(id: string, options?: CallOptions): Promise<CanceledTransaction>;
  /** For admins and platform keys. */
  settle(id: string, body?: SettleTransaction, options?: CallOptions): Promise<Transaction>;
}

export function transactionsApi(api: Api): TransactionsApi {
  const page = (query: ListTransactionsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/transactions', { params: { query }, ...callInit(options) }));
  const path = (transaction_id: string) => ({ params: { path: { transaction_id } } });
  return {
    create: (body, options) => dataOf(api.POST('/v1/transactions', { body, ...createInit(options) })),
    list: cursorList(page),
    page,
    get: (id, options) =>
      dataOf(api.GET('/v1/transactions/{transaction_id}', { ...path(id), ...callInit(options) })),
    update: (id, body, options) =>
      dataOf(api.PATCH('/v1/transactions/{transaction_id}', { ...path(id), body, ...callInit(options) })),
    cancel: (id, options) =>
      dataOf(api.DELETE('/v1/transactions/{transaction_id}', { ...path(id), ...callInit(options) })),
    settle: (id, body = {}, options) =>
      dataOf(
        api.POST('/v1/transactions/{transaction_id}/settle', { ...path(id), body, ...callInit(options) }),
      ),
  };
}
