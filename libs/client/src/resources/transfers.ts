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
  CanceledTransfer,
  CreateTransfer,
  ListTransfersQuery,
  SettleTransfer,
  Transfer,
  TransferDryRun,
  TransferList,
} from '../schema.js';

export interface TransfersApi {
  create(body: CreateTransfer, options?: CreateOptions): Promise<Transfer>;
  /** Checks the create without storing anything. */
  dryRun(body: CreateTransfer, options?: CallOptions): Promise<TransferDryRun>;
  list(query?: Omit<ListTransfersQuery, 'ending_before'>, options?: CallOptions): List<Transfer>;
  page(query?: ListTransfersQuery, options?: CallOptions): Promise<TransferList>;
  get(id: string, options?: CallOptions): Promise<Transfer>;
  /** For the account that pays. */
  cancel(id: string, options?: CallOptions): Promise<CanceledTransfer>;
  /** For admins and platform keys. */
  settle(id: string, body?: SettleTransfer, options?: CallOptions): Promise<Transfer>;
}

export function transfersApi(api: Api): TransfersApi {
  const page = (query: ListTransfersQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/transfers', { params: { query }, ...callInit(options) }));
  const path = (transfer_id: string) => ({ params: { path: { transfer_id } } });
  return {
    create: (body, options) =>
      dataOf(api.POST('/v1/transfers', { body, ...createInit(options) })) as Promise<Transfer>,
    dryRun: (body, options) =>
      dataOf(api.POST('/v1/transfers', { body, ...dryRunInit(options) })) as Promise<TransferDryRun>,
    list: cursorList(page),
    page,
    get: (id, options) =>
      dataOf(api.GET('/v1/transfers/{transfer_id}', { ...path(id), ...callInit(options) })),
    cancel: (id, options) =>
      dataOf(api.DELETE('/v1/transfers/{transfer_id}', { ...path(id), ...callInit(options) })),
    settle: (id, body = {}, options) =>
      dataOf(api.POST('/v1/transfers/{transfer_id}/settle', { ...path(id), body, ...callInit(options) })),
  };
}
