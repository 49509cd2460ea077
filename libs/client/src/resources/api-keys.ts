import { type Api, callInit, type CallOptions, createInit, type CreateOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  IssuedApiKey,
  ListApiKeysQuery,
  RevokedApiKey,
} from '../schema.js';

export interface ApiKeysApi {
  /** Only this response contains the key itself. */
  create(body: CreateApiKey, options?: CreateOptions): Promise<IssuedApiKey>;
  list(query?: Omit<ListApiKeysQuery, 'ending_before'>, options?: CallOptions): List<ApiKey>;
  page(query?: ListApiKeysQuery, options?: CallOptions): Promise<ApiKeyList>;
  revoke(id: string, options?: CallOptions): Promise<RevokedApiKey>;
}

export function apiKeysApi(api: Api): ApiKeysApi {
  const page = (query: ListApiKeysQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/api_keys', { params: { query }, ...callInit(options) }));
  return {
    create: (body, options) => dataOf(api.POST('/v1/api_keys', { body, ...createInit(options) })),
    list: cursorList(page),
    page,
    revoke: (id, options) =>
      dataOf(api.DELETE('/v1/api_keys/{key_id}', { params: { path: { key_id: id } }, ...callInit(options) })),
  };
}
