import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { explainSchemaRefusal } from '../postgres/migrate.js';
import { BossPool } from './boss-pool.js';

/** Something that has to be looked after again and again. */
export interface RecurringJob {
  readonly name: string;
  readonly everySeconds: number;
  /**
   * Does what is due and answers how much it was. May run twice, in two processes, or die anywhere. Begins nothing more
   * once `isOver` says that its time is; the next run goes on.
   */
  run(isOver: () => boolean): Promise<number>;
}

/** How one run went. */
export type JobReport = { readonly job: string; readonly milliseconds: number } & (
  | { readonly done: number; readonly error?: undefined }
  | { readonly done?: undefined; readonly error: unknown }
);

export interface JobsSettings {
  readonly url: string;
  readonly jobs: readonly RecurringJob[];
  /** Told after every run. */
  readonly onReport: (report: JobReport) => void;
  /** Told when the queue itself cannot work, most often because the database is away. It goes on trying. */
  readonly onTrouble: (error: unknown) => void;
  /** After this long a run is to begin nothing more. */
  readonly longestRunMs?: number;
}

const SCHEMA = 'pgboss';

/**
 * The queue waits so long for a run, and then hands out the next one beside it. Each would begin where the one before it
 * did, so a run is over long before that: what it has begun by then may take its time.
 */
const WAITED_FOR_SECONDS = 300;
const LONGEST_RUN_MS = 60_000;

/**
 * Jobs that come round every few seconds, once for all workers together. Time is cut into slots of a job's interval, and
 * pg-boss lets only one job into a slot: every worker offers one when its clock says so, the first offer stands, and
 * one worker takes it. So a worker that dies takes no more than its own run with it, and the next slot has a new one.
 * pg-boss's own schedules know minutes only.
 */
export class RecurringJobs {
  private readonly ending = new AbortController();
  private readonly beats: Promise<void>[] = [];
  private stopping: Promise<void> | undefined;

  private constructor(
    private readonly boss: PgBoss,
    private readonly pool: BossPool,
    private readonly settings: JobsSettings,
  ) {}

  /** The queue's tables are made or brought up to date on the way. */
  static async start(settings: JobsSettings): Promise<RecurringJobs> {
    const pool = new BossPool(settings.url, settings.onTrouble);
    const createSchema = await lacksSchema(pool);
    const boss = new PgBoss({ db: pool, schema: SCHEMA, createSchema, schedule: false, ...UPKEEP });
    boss.on('error', settings.onTrouble);
    const recurring = new RecurringJobs(boss, pool, settings);
    try {
      await boss.start();
      for (const job of settings.jobs) await recurring.begin(job);
    } catch (error) {
      await recurring.stop(1_000);
      throw explainSchemaRefusal(error, 'The tables of the job queue cannot be made');
    }
    return recurring;
  }

  /** Takes no new job, waits for the running ones as long as it may, and lets go of the database. */
  stop(withinMs: number): Promise<void> {
    this.stopping ??= this.end(withinMs);
    return this.stopping;
  }

  private async end(withinMs: number): Promise<void> {
    this.ending.abort();
    await Promise.all(this.beats);
    await this.boss.stop({ graceful: true, timeout: withinMs }).catch(this.settings.onTrouble);
    await this.pool.close();
  }

  private async begin(job: RecurringJob): Promise<void> {
    const { name, everySeconds } = job;
    await this.boss.createQueue(name, {
      // Short: what waits is never more than one. A run that died is not waited for, so nothing has to notice it first.
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: WAITED_FOR_SECONDS,
      retentionSeconds: 3_600,
      // A slot is taken for as long as its job is kept.
      deleteAfterSeconds: Math.max(600, 2 * everySeconds),
    });
    // Whoever offers a job wakes its own worker; asking now and then finds those whose worker died in between.
    const pollingIntervalSeconds = Math.max(2, everySeconds);
    const worker = await this.boss.work(name, { pollingIntervalSeconds }, () => this.perform(job));
    this.beats.push(this.beat(job, worker));
  }

  private async beat({ name, everySeconds }: RecurringJob, worker: string): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        const offered = await this.boss.send(name, null, { singletonSeconds: everySeconds });
        if (offered !== null) this.boss.notifyWorker(worker);
        else await this.freeSlotsAhead(name);
      } catch (error) {
        this.settings.onTrouble(error);
      }
      await delay(everySeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * An offer is refused when somebody else was first, and also when the database's clock went back: then the slots that
   * come now were taken when they came the first time, and what waits is not due yet. No job would run until the clock
   * is again where it was. Those that run meanwhile are left alone, and block no slot but their own.
   */
  private async freeSlotsAhead(name: string): Promise<void> {
    const { rows } = await this.pool.executeSql(FREE_SLOTS_AHEAD, [name]);
    if (rows.length === 0) return;
    const told = `The clock of the database went back; ${name} had taken ${rows.length} slots that are still to come.`;
    this.settings.onTrouble(new Error(told));
  }

  private async perform(job: RecurringJob): Promise<void> {
    const startedAt = performance.now();
    const { longestRunMs = LONGEST_RUN_MS } = this.settings;
    const isOver = (): boolean => this.ending.signal.aborted || performance.now() - startedAt >= longestRunMs;
    const report = (outcome: { done: number } | { error: unknown }): void => {
      this.settings.onReport({ job: job.name, milliseconds: performance.now() - startedAt, ...outcome });
    };
    try {
      report({ done: await job.run(isOver) });
    } catch (error) {
      report({ error });
      // The queue keeps what is thrown here, and errors of the database can quote what is in it.
      throw new Error(`${job.name} failed; the log of the worker says why.`);
    }
  }
}

/** To make a schema takes a right to the whole database, even if it is there. Whoever made it before may do without. */
async function lacksSchema(pool: BossPool): Promise<boolean> {
  try {
    const { rows } = await pool.executeSql('SELECT FROM pg_namespace WHERE nspname = $1', [SCHEMA]);
    return rows.length === 0;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

// pg-boss counts slots from the epoch, in UTC; no offer that was made by this clock lies ahead of it.
const FREE_SLOTS_AHEAD = `
  DELETE FROM ${SCHEMA}.job WHERE name = $1 AND state <> 'active' AND singleton_on > now() AT TIME ZONE 'UTC'
  RETURNING id`;

/** A finished run is of little interest after some minutes, and there is one every second. */
const UPKEEP = { superviseIntervalSeconds: 60, maintenanceIntervalSeconds: 300, warningQueueSize: 1_000 };
