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
import { walking, WALKING_LIMIT, walkPages } from './lists.js';

// Whose accounts they are, and who may act on them.

export function accountsOf(api: Api) {
  const page = (query: Query<'listAccounts'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/accounts', { params: { query }, ...calling(options) }));
  return {
    /** Opens an account together with its owner, who can log in with its email. */
    create: (body: Schemas['CreateAccount'], options?: CreateOptions) =>
      dataOf(api.POST('/v1/accounts', { body, ...creating(options) })),
    list: (query: Omit<Query<'listAccounts'>, 'page'> = {}, options?: CallOptions) =>
      walkPages(async (number) => {
        const { data, pagination } = await page({ limit: WALKING_LIMIT, ...query, page: number }, options);
        return { data, hasNext: pagination.has_next };
      }),
    page,
    setStatus: (id: string, status: Schemas['SetAccountStatus']['status'], options?: CallOptions) =>
      dataOf(
        api.PATCH('/v1/accounts/{account_id}', {
          params: { path: { account_id: id } },
          body: { status },
          ...calling(options),
        }),
      ),
  };
}

/** The account that the token belongs to, or that it acts for. */
export const accountOf = (api: Api) => ({
  get: (options?: CallOptions) => dataOf(api.GET('/v1/account', calling(options))),
  balance: (options?: CallOptions) => dataOf(api.GET('/v1/account/balance', calling(options))),
  update: (body: Schemas['UpdateAccount'], options?: CallOptions) =>
    dataOf(api.PATCH('/v1/account', { body, ...calling(options) })),
  /** For good. */
  close: (options?: CallOptions) => dataOf(api.DELETE('/v1/account', calling(options))),
});

export function usersOf(api: Api) {
  const page = (query: Query<'listUsers'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/users', { params: { query }, ...calling(options) }));
  const path = (user_id: string) => ({ params: { path: { user_id } } });
  return {
    create: (body: Schemas['CreateUser'], options?: CreateOptions) =>
      dataOf(api.POST('/v1/users', { body, ...creating(options) })),
    list: (query: Omit<Query<'listUsers'>, 'page'> = {}, options?: CallOptions) =>
      walkPages(async (number) => {
        const { data, pagination } = await page({ limit: WALKING_LIMIT, ...query, page: number }, options);
        return { data, hasNext: number < pagination.total_pages };
      }),
    page,
    get: (id: string, options?: CallOptions) =>
      dataOf(api.GET('/v1/users/{user_id}', { ...path(id), ...calling(options) })),
    update: (id: string, body: Schemas['UpdateUser'], options?: CallOptions) =>
      dataOf(api.PATCH('/v1/users/{user_id}', { ...path(id), body, ...calling(options) })),
    delete: (id: string, options?: CallOptions) =>
      dataOf(api.DELETE('/v1/users/{user_id}', { ...path(id), ...calling(options) })),
  };
}

export function apiKeysOf(api: Api) {
  const page = (query: Query<'listApiKeys'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/api_keys', { params: { query }, ...calling(options) }));
  return {
    create: (body: Schemas['CreateApiKey'], options?: CreateOptions) =>
      dataOf(api.POST('/v1/api_keys', { body, ...creating(options) })),
    list: walking(page),
    page,
    revoke: (id: string, options?: CallOptions) =>
      dataOf(api.DELETE('/v1/api_keys/{key_id}', { params: { path: { key_id: id } }, ...calling(options) })),
  };
}

export function sessionsOf(api: Api) {
  const page = (query: Query<'listSessions'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/auth/sessions', { params: { query }, ...calling(options) }));
  return {
    list: walking(page),
    page,
    /** Ends one of the caller's sessions; `florin.logout()` ends the current one. */
    end: (id: string, options?: CallOptions) =>
      dataOf(api.DELETE('/v1/auth/session', { body: { session_id: id }, ...calling(options) })),
  };
}

export function auditOf(api: Api) {
  const page = (query: Query<'listAuditEntries'> = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/audit', { params: { query }, ...calling(options) }));
  return {
    list: walking(page),
    page,
  };
}
