import type { DataSource } from 'typeorm';

export type UsedTable = 'sessions' | 'api_keys';

const RECORD_INTERVAL_MS = 60_000;
const FLUSH_INTERVAL_MS = 5_000;

/** Records when sessions and API keys were last used, to the minute. Written in batches; a crash loses the last seconds. */
export class LastUsedRecorder {
  readonly #pending = { sessions: new Map<string, Date>(), api_keys: new Map<string, Date>() };
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly flushIntervalMs = FLUSH_INTERVAL_MS,
  ) {}

  record(table: UsedTable, uuid: string, lastKnown: Date | null, now: Date): void {
    if (lastKnown !== null && now.getTime() - lastKnown.getTime() < RECORD_INTERVAL_MS) return;
    this.#pending[table].set(uuid, now);
    this.#timer ??= setTimeout(() => {
      void this.flush();
    }, this.flushIntervalMs).unref();
  }

  /** Never rejects: a use that could not be written is lost until the next one. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      await this.#writeTable('sessions');
      await this.#writeTable('api_keys');
    });
    return this.#writing;
  }

  async #writeTable(table: UsedTable): Promise<void> {
    const uses = [...this.#pending[table]];
    this.#pending[table].clear();
    if (uses.length === 0) return;
    const parameters = [uses.map(([uuid]) => uuid), uses.map(([, at]) => at)];
    await this.dataSource.query(WRITE[table], parameters).catch(() => undefined);
  }
}

// SKIP LOCKED: never waits for a write that ends the session. A request after the end is not a use.
const writeOf = (table: UsedTable, endedAt: string): string => `
  WITH free AS (
    SELECT id, ${endedAt} AS ended_at FROM ${table} WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE ${table} target SET last_used_at = noted.used_at
  FROM free JOIN unnest($1::uuid[], $2::timestamptz[]) AS noted (id, used_at) ON noted.id = free.id
  WHERE target.id = free.id AND (free.ended_at IS NULL OR noted.used_at < free.ended_at)
    AND (target.last_used_at IS NULL OR target.last_used_at < noted.used_at)`;

const WRITE: Readonly<Record<UsedTable, string>> = {
  sessions: writeOf('sessions', 'ended_at'),
  api_keys: writeOf('api_keys', 'revoked_at'),
};
