import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { readConnectionOptions, withSessionOptions } from '../postgres/connection-options.js';
import { DatabasePool } from '../postgres/database-pool.js';
import { explainSchemaRefusal } from '../postgres/migrate.js';

export interface RecurringJob {
  readonly name: string;
  readonly everySeconds: number;
  /** Returns the number of items done. May run in two processes at once or be killed. Starts no item once `shouldStop()`. */
  run(shouldStop: () => boolean): Promise<number>;
  /** On stop, after the last run: waits for what the runs left in flight. */
  finish?(): Promise<void>;
}

export type JobReport = { readonly job: string; readonly milliseconds: number } & (
  | { readonly done: number; readonly error?: undefined }
  | { readonly done?: undefined; readonly error: unknown }
);

export interface JobsSettings {
  readonly url: string;
  readonly jobs: readonly RecurringJob[];
  readonly onReport: (report: JobReport) => void;
  /** Called when the queue itself fails. It keeps retrying. */
  readonly onError: (error: unknown) => void;
  readonly maxRunMs?: number;
}

const SCHEMA = 'pgboss';

/** Far above MAX_RUN_MS: after this time pg-boss starts the next run beside this one. */
const EXPIRE_SECONDS = 300;
const MAX_RUN_MS = 60_000;

// Every worker sends each job with `singletonSeconds`; pg-boss accepts the first in each time slot, and one worker runs it.
// pg-boss's own schedules have a resolution of minutes.
export class RecurringJobs {
  private readonly shutdown = new AbortController();
  private readonly loops: Promise<void>[] = [];
  private stopping: Promise<void> | undefined;

  private constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
    private readonly settings: JobsSettings,
  ) {}

  static async start(settings: JobsSettings): Promise<RecurringJobs> {
    const pool = createBossPool(settings.url, settings.onError);
    const createSchema = await lacksSchema(pool);
    const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
    const boss = new PgBoss({ db, schema: SCHEMA, createSchema, schedule: false, ...MAINTENANCE });
    boss.on('error', settings.onError);
    const recurring = new RecurringJobs(boss, pool, settings);
    try {
      await boss.start();
      for (const job of settings.jobs) await recurring.startJob(job);
    } catch (error) {
      await recurring.stop(1_000);
      throw explainSchemaRefusal(error, 'Cannot create the tables of the job queue');
    }
    return recurring;
  }

  stop(withinMs: number): Promise<void> {
    this.stopping ??= this.end(withinMs);
    return this.stopping;
  }

  private async end(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    this.shutdown.abort();
    await Promise.all(this.loops);
    await this.boss.stop({ graceful: true, timeout: withinMs }).catch(this.settings.onError);
    await this.pool.end();
    const finishing = Promise.all(this.settings.jobs.map((job) => job.finish?.() ?? Promise.resolve()));
    const timeout = delay(deadline - performance.now(), undefined, { ref: false });
    await Promise.race([finishing.catch(this.settings.onError), timeout]);
  }

  private async startJob(job: RecurringJob): Promise<void> {
    const { name, everySeconds } = job;
    await this.boss.createQueue(name, {
      // At most one job is queued. A run whose worker died does not block the next one.
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: EXPIRE_SECONDS,
      retentionSeconds: 3_600,
      // A slot is occupied for as long as its job is stored.
      deleteAfterSeconds: Math.max(60, 2 * everySeconds),
    });
    // The sender notifies its own worker; polling finds the jobs of a sender that died.
    const pollingIntervalSeconds = Math.max(2, everySeconds);
    const worker = await this.boss.work(name, { pollingIntervalSeconds }, () => this.runJob(job));
    this.loops.push(this.sendPeriodically(job, worker));
  }

  private async sendPeriodically({ name, everySeconds }: RecurringJob, worker: string): Promise<void> {
    const { signal } = this.shutdown;
    while (!signal.aborted) {
      try {
        const id = await this.boss.send(name, null, { singletonSeconds: everySeconds });
        if (id !== null) this.boss.notifyWorker(worker);
        else await this.deleteFutureJobs(name);
      } catch (error) {
        this.settings.onError(error);
      }
      await delay(everySeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  /** After the database clock was set back, jobs with a later time would occupy the slots until it catches up. */
  private async deleteFutureJobs(name: string): Promise<void> {
    const jobs = await this.boss.findJobs(name);
    // Read after the jobs, so that no current job is later than it.
    const { rows } = await this.pool.query('SELECT now()');
    const [{ now }] = rows as [{ now: Date }];
    const isAhead = ({ state, createdOn }: (typeof jobs)[0]) => state !== 'active' && createdOn > now;
    const ahead = jobs.filter(isAhead).map(({ id }) => id);
    if (ahead.length === 0) return;
    await this.boss.deleteJob(name, ahead);
    const message = `The database clock was set back; deleted ${ahead.length} future jobs of ${name}.`;
    this.settings.onError(new Error(message));
  }

  private async runJob(job: RecurringJob): Promise<void> {
    const startedAt = performance.now();
    const { maxRunMs = MAX_RUN_MS } = this.settings;
    const shouldStop = (): boolean =>
      this.shutdown.signal.aborted || performance.now() - startedAt >= maxRunMs;
    const report = (outcome: { done: number } | { error: unknown }): void => {
      this.settings.onReport({ job: job.name, milliseconds: performance.now() - startedAt, ...outcome });
    };
    try {
      report({ done: await job.run(shouldStop) });
    } catch (error) {
      report({ error });
      // pg-boss stores the message, and database errors can contain values of rows.
      throw new Error(`${job.name} failed. See the log of the worker.`);
    }
  }
}

/** For the `db` option of pg-boss, whose own pool has no timeouts. */
function createBossPool(databaseUrl: string, onLost: (error: Error) => void): Pool {
  const { url, ssl } = readConnectionOptions(databaseUrl);
  const pool = new DatabasePool({
    connectionString: withSessionOptions(url, {}),
    ssl,
    application_name: 'florin jobs',
    max: 4,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  // Without a listener, losing an idle connection would end the process.
  return pool.on('error', onLost);
}

/** CREATE SCHEMA needs the CREATE permission on the database, even if the schema exists. */
async function lacksSchema(pool: Pool): Promise<boolean> {
  try {
    const found = await pool.query('SELECT FROM pg_namespace WHERE nspname = $1', [SCHEMA]);
    return found.rowCount === 0;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Deletes finished jobs every minute: there is one per second. */
const MAINTENANCE = { superviseIntervalSeconds: 60, maintenanceIntervalSeconds: 60, warningQueueSize: 1_000 };
