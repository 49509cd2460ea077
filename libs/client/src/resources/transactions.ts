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
  CanceledTransaction,
  CreateTransaction,
  CreateTransactionBatch,
  EntryList,
  ListTransactionsQuery,
  SettleTransaction,
  Transaction,
  TransactionBatch,
  TransactionBatchDryRun,
  TransactionDryRun,
  TransactionList,
  TransactionListItem,
  UpdateTransaction,
} from '../schema.js';

export interface TransactionsApi {
  create(body: CreateTransaction, options?: CreateOptions): Promise<TransactionListItem>;
  /** Checks the create without storing anything. */
  dryRun(body: CreateTransaction, options?: CallOptions): Promise<TransactionDryRun>;
  /** One result for each transaction. With `atomic: true`, rejects with `batch_failed` if one is refused. */
  createBatch(body: CreateTransactionBatch, options?: CreateOptions): Promise<TransactionBatch>;
  dryRunBatch(body: CreateTransactionBatch, options?: CallOptions): Promise<TransactionBatchDryRun>;
  list(
    query?: Omit<ListTransactionsQuery, 'ending_before'>,
    options?: CallOptions,
  ): List<TransactionListItem>;
  page(query?: ListTransactionsQuery, options?: CallOptions): Promise<TransactionList>;
  get(id: string, options?: CallOptions): Promise<Transaction>;
  /** The ledger entries: a debit and a credit if the transaction has succeeded, none otherwise. */
  entries(id: string, options?: CallOptions): Promise<EntryList>;
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
    create: (body, options) =>
      dataOf(api.POST('/v1/transactions', { body, ...createInit(options) })) as Promise<TransactionListItem>,
    dryRun: (body, options) =>
      dataOf(api.POST('/v1/transactions', { body, ...dryRunInit(options) })) as Promise<TransactionDryRun>,
    createBatch: (body, options) =>
      dataOf(
        api.POST('/v1/transactions/batch', { body, ...createInit(options) }),
      ) as Promise<TransactionBatch>,
    dryRunBatch: (body, options) =>
      dataOf(
        api.POST('/v1/transactions/batch', { body, ...dryRunInit(options) }),
      ) as Promise<TransactionBatchDryRun>,
    list: cursorList(page),
    page,
    get: (id, options) =>
      dataOf(api.GET('/v1/transactions/{transaction_id}', { ...path(id), ...callInit(options) })),
    entries: (id, options) =>
      dataOf(api.GET('/v1/transactions/{transaction_id}/entries', { ...path(id), ...callInit(options) })),
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
