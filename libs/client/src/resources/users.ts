import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { DEFAULT_PAGE_SIZE, type List, numberedList } from '../lists.js';
import type { CreateUser, DeletedUser, ListUsersQuery, UpdateUser, User, UserList } from '../schema.js';

export interface UsersApi {
  create(body: CreateUser, options?: CreateOptions): Promise<User>;
  list(query?: Omit<ListUsersQuery, 'page'>, options?: CallOptions): List<User>;
  page(query?: ListUsersQuery, options?: CallOptions): Promise<UserList>;
  get(id: string, options?: CallOptions): Promise<User>;
  update(id: string, body: UpdateUser, options?: CallOptions): Promise<User>;
  delete(id: string, options?: CallOptions): Promise<DeletedUser>;
}

export function usersApi(api: Api): UsersApi {
  const page = (query: ListUsersQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/users', { params: { query }, ...callInit(options) }));
  const path = (user_id: string) => ({ params: { path: { user_id } } });
  return {
    create: (body, options) => dataOf(api.POST('/v1/users', { body, ...createInit(options) })),
    list: (query = {}, options) =>
      numberedList(async (number) => {
        const { data, pagination } = await page(
          { limit: DEFAULT_PAGE_SIZE, ...query, page: number },
          options,
        );
        return { data, hasNext: number < pagination.total_pages };
      }),
    page,
    get: (id, options) => dataOf(api.GET('/v1/users/{user_id}', { ...path(id), ...callInit(options) })),
    update: (id, body, options) =>
      dataOf(api.PATCH('/v1/users/{user_id}', { ...path(id), body, ...callInit(options) })),
    delete: (id, options) => dataOf(api.DELETE('/v1/users/{user_id}', { ...path(id), ...callInit(options) })),
  };
}
