import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { DEFAULT_PAGE_SIZE, type List, numberedList } from '../lists.js';
import type {
  Account,
  Activity,
  AccountList,
  AccountListItem,
  Balance,
  ClosedAccount,
  CreateAccount,
  GetActivityQuery,
  GetBalanceQuery,
  ListAccountsQuery,
  LogHead,
  SetAccountStatus,
  UpdateAccount,
} from '../schema.js';
import { type StatementsApi, statementsApi } from './statements.js';

export interface AccountsApi {
  /** Opens an account and creates its owner, who logs in with the account's email. */
  create(body: CreateAccount, options?: CreateOptions): Promise<Account>;
  list(query?: Omit<ListAccountsQuery, 'page'>, options?: CallOptions): List<AccountListItem>;
  page(query?: ListAccountsQuery, options?: CallOptions): Promise<AccountList>;
  /** For admins and platform keys. `account.get` returns the account of the token. */
  get(id: string, options?: CallOptions): Promise<Account>;
  setStatus(id: string, status: SetAccountStatus['status'], options?: CallOptions): Promise<Account>;
}

export function accountsApi(api: Api): AccountsApi {
  const page = (query: ListAccountsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/accounts', { params: { query }, ...callInit(options) }));
  const path = (account_id: string) => ({ params: { path: { account_id } } });
  return {
    create: (body, options) => dataOf(api.POST('/v1/accounts', { body, ...createInit(options) })),
    list: (query = {}, options) =>
      numberedList(async (number) => {
        const { data, pagination } = await page(
          { limit: DEFAULT_PAGE_SIZE, ...query, page: number },
          options,
        );
        return { data, hasNext: pagination.has_next };
      }),
    page,
    get: (id, options) => dataOf(api.GET('/v1/accounts/{account_id}', { ...path(id), ...callInit(options) })),
    setStatus: (id, status, options) =>
      dataOf(api.PATCH('/v1/accounts/{account_id}', { ...path(id), body: { status }, ...callInit(options) })),
  };
}

/** The account of the token, or the one that an admin or a platform key acts for. */
export interface AccountApi extends StatementsApi {
  get(options?: CallOptions): Promise<Account>;
  /** Now, or after the last event up to `at`: an instant, or a date for the end of that day. */
  balance(options?: CallOptions & GetBalanceQuery): Promise<Balance>;
  /** Money in and out by day, week or month of the account's time zone. */
  activity(query?: GetActivityQuery, options?: CallOptions): Promise<Activity>;
  /** The newest event and its hash. Store it elsewhere to detect later changes of the event log. */
  logHead(options?: CallOptions): Promise<LogHead>;
  update(body: UpdateAccount, options?: CallOptions): Promise<Account>;
  /** A closed account cannot be reopened. */
  close(options?: CallOptions): Promise<ClosedAccount>;
}

export const accountApi = (api: Api): AccountApi => ({
  get: (options) => dataOf(api.GET('/v1/account', callInit(options))),
  balance: ({ at, ...options } = {}) => {
    const query = at === undefined ? {} : { at };
    return dataOf(api.GET('/v1/account/balance', { params: { query }, ...callInit(options) }));
  },
  activity: (query = {}, options) =>
    dataOf(api.GET('/v1/account/activity', { params: { query }, ...callInit(options) })),
  logHead: (options) => dataOf(api.GET('/v1/account/log_head', callInit(options))),
  update: (body, options) => dataOf(api.PATCH('/v1/account', { body, ...callInit(options) })),
  close: (options) => dataOf(api.DELETE('/v1/account', callInit(options))),
  ...statementsApi(api),
});
