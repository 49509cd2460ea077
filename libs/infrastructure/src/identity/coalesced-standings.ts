import {
  type ApiKeyKind,
  type ApiKeyStanding,
  type ApiKeyStatus,
  type SessionStanding,
  type SessionStatus,
  Standings,
  type UserRole,
  type UserStatus,
} from '@florin/identity';
import { type Clock, idFromUuid, type SessionId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { idColumn } from '../postgres/array-columns.js';
import { readNamed, type Statement } from '../postgres/named-query.js';
import { Coalescer } from '../postgres/coalescer.js';
import type { LastUsed } from './last-used.js';

interface AccountColumns {
  account_id: string | null;
  account_is_closed: boolean;
  newest_event: string | null;
}

interface SessionStandingRow extends AccountColumns {
  id: string;
  status: string;
  expires_at: Date;
  last_used_at: Date;
  user_id: string;
  user_status: string;
  role: string;
}

interface ApiKeyStandingRow extends AccountColumns {
  id: string;
  digest: string;
  kind: string;
  status: string;
  expires_at: Date | null;
  last_used_at: Date | null;
}

/** Session, user and account in one row; all that a tick asks for in one query. */
export class CoalescedStandings extends Standings {
  readonly #sessions = this.#coalescedSessions(SESSIONS);
  readonly #sessionsWithNewestEvent = this.#coalescedSessions(SESSIONS_AS_OF);
  readonly #apiKeys = this.#coalescedApiKeys(API_KEYS);
  readonly #apiKeysWithNewestEvent = this.#coalescedApiKeys(API_KEYS_AS_OF);

  constructor(
    private readonly dataSource: DataSource,
    private readonly lastUsed: LastUsed,
    private readonly clock: Clock,
  ) {
    super();
  }

  ofSession(id: SessionId, withNewestEvent = false): Promise<SessionStanding | undefined> {
    return (withNewestEvent ? this.#sessionsWithNewestEvent : this.#sessions).ask(id);
  }

  ofApiKey(digest: string, withNewestEvent = false): Promise<ApiKeyStanding | undefined> {
    return (withNewestEvent ? this.#apiKeysWithNewestEvent : this.#apiKeys).ask(digest);
  }

  #coalescedSessions(statement: Statement): Coalescer<SessionId, SessionStanding> {
    return new Coalescer(async (ids) => {
      const rows = await readNamed<SessionStandingRow>(this.dataSource, statement, [
        idColumn(ids, (id) => id),
      ]);
      const now = this.clock.now();
      for (const { id, last_used_at } of rows) this.lastUsed.note('sessions', id, last_used_at, now);
      return new Map(rows.map(sessionStandingOf).map((standing) => [standing.sessionId, standing]));
    });
  }

  #coalescedApiKeys(statement: Statement): Coalescer<string, ApiKeyStanding> {
    return new Coalescer(async (digests) => {
      const rows = await readNamed<ApiKeyStandingRow>(this.dataSource, statement, [digests]);
      const now = this.clock.now();
      for (const { id, last_used_at } of rows) this.lastUsed.note('api_keys', id, last_used_at, now);
      return new Map(rows.map((row) => [row.digest, apiKeyStandingOf(row)]));
    });
  }
}

const sessionStandingOf = (row: SessionStandingRow): SessionStanding => ({
  sessionId: idFromUuid('sess', row.id),
  status: row.status as SessionStatus,
  expiresAt: row.expires_at,
  userId: idFromUuid('user', row.user_id),
  userStatus: row.user_status as UserStatus,
  role: row.role as UserRole,
  ...accountOf(row),
});

const apiKeyStandingOf = (row: ApiKeyStandingRow): ApiKeyStanding => ({
  keyId: idFromUuid('key', row.id),
  kind: row.kind as ApiKeyKind,
  status: row.status as ApiKeyStatus,
  expiresAt: row.expires_at ?? undefined,
  ...accountOf(row),
});

const accountOf = (row: AccountColumns) => ({
  accountId: row.account_id === null ? undefined : idFromUuid('acct', row.account_id),
  accountIsClosed: row.account_is_closed,
  newestEvent: row.newest_event === null ? undefined : idFromUuid('evt', row.newest_event),
});

const newestEventOf = (account: string): string =>
  `(SELECT event.id FROM events event WHERE event.account_id = ${account} ORDER BY event.id DESC LIMIT 1)`;

const sessionsWith = (newestEvent: string): string => `
  SELECT session.id, session.status, session.expires_at, session.last_used_at, session.user_id,
         person.status AS user_status, person.role, person.account_id,
         coalesce(account.status = 'closed', false) AS account_is_closed, ${newestEvent} AS newest_event
  FROM sessions session
  JOIN users person ON person.id = session.user_id
  LEFT JOIN accounts account ON account.id = person.account_id
  WHERE session.id = ANY ($1::uuid[])`;

const apiKeysWith = (newestEvent: string): string => `
  SELECT key.id, key.digest, key.kind, key.status, key.expires_at, key.last_used_at, key.account_id,
         coalesce(account.status = 'closed', false) AS account_is_closed, ${newestEvent} AS newest_event
  FROM api_keys key
  LEFT JOIN accounts account ON account.id = key.account_id
  WHERE key.digest = ANY ($1::text[])`;

const SESSIONS = { name: 'standings_of_sessions', text: sessionsWith('NULL') };
const SESSIONS_AS_OF = {
  name: 'standings_of_sessions_as_of',
  text: sessionsWith(newestEventOf('person.account_id')),
};
const API_KEYS = { name: 'standings_of_api_keys', text: apiKeysWith('NULL') };
const API_KEYS_AS_OF = {
  name: 'standings_of_api_keys_as_of',
  text: apiKeysWith(newestEventOf('key.account_id')),
};
