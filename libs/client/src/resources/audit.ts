import { type Api, callInit, type CallOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type { AuditEntry, AuditEntryList, ListAuditEntriesQuery } from '../schema.js';

export interface AuditApi {
  list(query?: Omit<ListAuditEntriesQuery, 'ending_before'>, options?: CallOptions): List<AuditEntry>;
  page(query?: ListAuditEntriesQuery, options?: CallOptions): Promise<AuditEntryList>;
}

export function auditApi(api: Api): AuditApi {
  const page = (query: ListAuditEntriesQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/audit', { params: { query }, ...callInit(options) }));
  return { list: cursorList(page), page };
}
