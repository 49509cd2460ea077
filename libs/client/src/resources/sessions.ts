import { type Api, callInit, type CallOptions, dataOf } from '../call.js';
import { cursorList, type List } from '../lists.js';
import type { EndedSession, ListSessionsQuery, Session, SessionList } from '../schema.js';

/** The sessions of the logged-in user. */
export interface SessionsApi {
  list(query?: Omit<ListSessionsQuery, 'ending_before'>, options?: CallOptions): List<Session>;
  page(query?: ListSessionsQuery, options?: CallOptions): Promise<SessionList>;
  /** Ends a session by its id; `florin.logout()` ends the current one. */
  end(id: string, options?: CallOptions): Promise<EndedSession>;
}

export function sessionsApi(api: Api): SessionsApi {
  const page = (query: ListSessionsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/auth/sessions', { params: { query }, ...callInit(options) }));
  return {
    list: cursorList(page),
    page,
    end: (id, options) =>
      dataOf(api.DELETE('/v1/auth/session', { body: { session_id: id }, ...callInit(options) })),
  };
}
