import type { DataSource } from 'typeorm';

type UsedTable = 'sessions' | 'api_keys';

const NOTED_AGAIN_AFTER_MS = 60_000;
const WRITTEN_EVERY_MS = 5_000;

/**
 * Remembers when sessions and keys were last used. To the minute is enough for a reader, so it is written in batches
 * behind the requests' backs, and what a crash loses is only how recent that was.
 */
export class LastUsed {
  readonly #noted = { sessions: new Map<string, Date>(), api_keys: new Map<string, Date>() };
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly writtenEveryMs = WRITTEN_EVERY_MS,
  ) {}

  note(table: UsedTable, uuid: string, lastKnown: Date | null, now: Date): void {
    if (lastKnown !== null && now.getTime() - lastKnown.getTime() < NOTED_AGAIN_AFTER_MS) return;
    this.#noted[table].set(uuid, now);
    this.#timer ??= setTimeout(() => {
      void this.write();
    }, this.writtenEveryMs).unref();
  }

  /** Writes what was noted. Never fails: what cannot be written now is noted again with the next use. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      await this.#writeTable('sessions');
      await this.#writeTable('api_keys');
    });
    return this.#writing;
  }

  async #writeTable(table: UsedTable): Promise<void> {
    const noted = [...this.#noted[table]];
    this.#noted[table].clear();
    if (noted.length === 0) return;
    const parameters = [noted.map(([uuid]) => uuid), noted.map(([, at]) => at)];
    await this.dataSource.query(WRITE[table], parameters).catch(() => undefined);
  }
}

// Rows that somebody holds are passed over, and nothing but the one column is set: this write can neither wait for one
// that ends a session, nor bring it back. A use is noted even after the end, if it came before: whoever looks into a key
// that leaked wants to know. A try after the end is no use.
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
