import { type CurrentApiKey, type CurrentSession, SessionStatusReader } from '@florin/identity';
import { type AccountId, type Clock, idFromUuid, type SessionId, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { readNamed, type NamedStatement } from '../postgres/named-query.js';
import { createBatchLoader } from '../postgres/batch-loader.js';
import type { LastUsedRecorder, UsedTable } from './last-used-recorder.js';

interface UsedRow {
  readonly uuid: string;
  readonly lastUsedAt: Date | null;
  readonly accountId: string | null;
}
type SessionRow = UsedRow & Omit<CurrentSession, 'sessionId' | 'userId' | 'accountId'> & { userId: string };
type ApiKeyRow = UsedRow &
  Omit<CurrentApiKey, 'keyId' | 'expiresAt' | 'accountId'> & { digest: string; expiresAt: Date | null };

/** One query for all lookups of one turn of the event loop. */
export class PostgresSessionStatusReader extends SessionStatusReader {
  readonly #sessions = createBatchLoader((ids: readonly SessionId[]) => this.#readSessions(ids));
  readonly #apiKeys = createBatchLoader((digests: readonly string[]) => this.#readApiKeys(digests));

  constructor(
    private readonly dataSource: DataSource,
    private readonly lastUsed: LastUsedRecorder,
    private readonly clock: Clock,
  ) {
    super();
  }

  findSession(id: SessionId): Promise<CurrentSession | undefined> {
    return this.#sessions.load(id);
  }

  findApiKey(digest: string): Promise<CurrentApiKey | undefined> {
    return this.#apiKeys.load(digest);
  }

  async #readSessions(ids: readonly SessionId[]): Promise<Map<SessionId, CurrentSession>> {
    const rows = await this.#read<SessionRow>('sessions', SESSIONS, ids.map(uuidFromId));
    const found = rows.map(({ uuid, lastUsedAt: _, ...row }) => ({
      ...row,
      sessionId: idFromUuid('sess', uuid),
      userId: idFromUuid('user', row.userId),
      accountId: accountIdOf(row),
    }));
    return new Map(found.map((session) => [session.sessionId, session]));
  }

  async #readApiKeys(digests: readonly string[]): Promise<Map<string, CurrentApiKey>> {
    const rows = await this.#read<ApiKeyRow>('api_keys', API_KEYS, digests);
    return new Map(
      rows.map(({ uuid, lastUsedAt: _, digest, expiresAt, ...row }) => {
        const keyId = idFromUuid('key', uuid);
        return [digest, { ...row, keyId, expiresAt: expiresAt ?? undefined, accountId: accountIdOf(row) }];
      }),
    );
  }

  async #read<Row extends UsedRow>(
    table: UsedTable,
    statement: NamedStatement,
    keys: readonly string[],
  ): Promise<Row[]> {
    const rows = await readNamed<Row>(this.dataSource, statement, [keys]);
    const now = this.clock.now();
    for (const { uuid, lastUsedAt } of rows) this.lastUsed.record(table, uuid, lastUsedAt, now);
    return rows;
  }
}

const accountIdOf = ({ accountId }: Pick<UsedRow, 'accountId'>): AccountId | undefined =>
  accountId === null ? undefined : idFromUuid('acct', accountId);

const SESSIONS = {
  name: 'session_status_sessions',
  text: `
  SELECT session.id AS uuid, session.status, session.expires_at AS "expiresAt", session.last_used_at AS "lastUsedAt",
    session.user_id AS "userId", person.status AS "userStatus", person.role, person.account_id AS "accountId",
    coalesce(account.status = 'closed', false) AS "accountIsClosed"
  FROM sessions session
  JOIN users person ON person.id = session.user_id
  LEFT JOIN accounts account ON account.id = person.account_id
  WHERE session.id = ANY ($1::uuid[])`,
};

const API_KEYS = {
  name: 'session_status_api_keys',
  text: `
  SELECT key.id AS uuid, key.digest, key.kind, key.status, key.expires_at AS "expiresAt",
    key.last_used_at AS "lastUsedAt", key.account_id AS "accountId",
    coalesce(account.status = 'closed', false) AS "accountIsClosed",
    key.created_by IS NULL OR coalesce(creator.status = 'active', false) AS "creatorIsActive"
  FROM api_keys key
  LEFT JOIN accounts account ON account.id = key.account_id
  LEFT JOIN users creator ON creator.id = key.created_by
  WHERE key.digest = ANY ($1::text[])`,
};
