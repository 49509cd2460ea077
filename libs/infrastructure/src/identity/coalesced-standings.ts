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
import { type Clock, idFromUuid, type SessionId, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { readNamed } from '../postgres/named-query.js';
import { turnLoader } from '../postgres/turn-loader.js';
import type { LastUsed } from './last-used.js';

interface AccountColumns {
  account_id: string | null;
  account_is_closed: boolean;
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

/** Session, user and account in one row, and all rows of a turn in one query. */
export class CoalescedStandings extends Standings {
  readonly #sessions = turnLoader((ids: readonly SessionId[]) => this.#readSessions(ids));
  readonly #apiKeys = turnLoader((digests: readonly string[]) => this.#readApiKeys(digests));

  constructor(
    private readonly dataSource: DataSource,
    private readonly lastUsed: LastUsed,
    private readonly clock: Clock,
  ) {
    super();
  }

  ofSession(id: SessionId): Promise<SessionStanding | undefined> {
    return this.#sessions.load(id);
  }

  ofApiKey(digest: string): Promise<ApiKeyStanding | undefined> {
    return this.#apiKeys.load(digest);
  }

  async #readSessions(ids: readonly SessionId[]): Promise<Map<SessionId, SessionStanding>> {
    const rows = await readNamed<SessionStandingRow>(this.dataSource, SESSIONS, [ids.map(uuidFromId)]);
    const now = this.clock.now();
    for (const { id, last_used_at } of rows) this.lastUsed.note('sessions', id, last_used_at, now);
    return new Map(rows.map(sessionStandingOf).map((standing) => [standing.sessionId, standing]));
  }

  async #readApiKeys(digests: readonly string[]): Promise<Map<string, ApiKeyStanding>> {
    const rows = await readNamed<ApiKeyStandingRow>(this.dataSource, API_KEYS, [digests]);
    const now = this.clock.now();
    for (const { id, last_used_at } of rows) this.lastUsed.note('api_keys', id, last_used_at, now);
    return new Map(rows.map((row) => [row.digest, apiKeyStandingOf(row)]));
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
});

const SESSIONS = {
  name: 'standings_of_sessions',
  text: `
  SELECT session.id, session.status, session.expires_at, session.last_used_at, session.user_id,
         person.status AS user_status, person.role, person.account_id,
         coalesce(account.status = 'closed', false) AS account_is_closed
  FROM sessions session
  JOIN users person ON person.id = session.user_id
  LEFT JOIN accounts account ON account.id = person.account_id
  WHERE session.id = ANY ($1::uuid[])`,
};

const API_KEYS = {
  name: 'standings_of_api_keys',
  text: `
  SELECT key.id, key.digest, key.kind, key.status, key.expires_at, key.last_used_at, key.account_id,
         coalesce(account.status = 'closed', false) AS account_is_closed
  FROM api_keys key
  LEFT JOIN accounts account ON account.id = key.account_id
  WHERE key.digest = ANY ($1::text[])`,
};
