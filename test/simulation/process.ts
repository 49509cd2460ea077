import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';
import type { SeededRandom } from './seeded-random.js';
import type { Database } from './database.js';
import type { Fault, Faults } from './faults.js';
import type { Crashable, Scheduler } from './scheduler.js';
import { SqlTransaction } from './sql-transaction.js';

/** The store is away, or the connection to it broke. With `isUnknown` the work may have been saved. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'Away';
  readonly code = 'unavailable';

  constructor(readonly isOutcomeUnknown: boolean) {
    super(isOutcomeUnknown ? 'It is not known whether that was saved.' : 'Nothing was saved.');
  }
}

/** The caller of a process that died, or that answered to nobody, knows only that no answer came. */
export class NoResponse extends Error {
  override readonly name = 'NoAnswer';
}

/** The work met another's and has to be done again from the start. */
export class RetrySqlTransaction extends Error {
  override readonly name = 'RetrySqlTransaction';
}

/** What all processes of a history share. */
export interface World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly faults: Faults;
  readonly random: SeededRandom;
  readonly note: (line: string) => void;
  /** Breaks the history off with what was found. */
  readonly report: (finding: string) => void;
}

const MOST_TRIES = 5;
const MOST_STATEMENTS = 8;
const sqlTransactionScope = new AsyncLocalStorage<{ isOpen: boolean }>();

/** One running program, with a clock and ids of its own. When it dies, everything in it stops where it stands. */
export class Process implements Crashable {
  isCrashed = false;
  readonly clock: Clock;
  readonly ids: Ids;
  private readonly openTransactions = new Set<SqlTransaction>();
  private readonly callers = new Set<(error: NoResponse) => void>();
  private skewMs = 0;

  constructor(
    readonly name: string,
    readonly world: World,
  ) {
    const { scheduler, random, faults } = world;
    if (faults.happens('the clocks differ')) this.skewMs = random.between(-5_000, 5_000);
    this.clock = new SkewedClock(() => scheduler.now + this.skewMs);
    this.ids = new RandomIds(this.clock, random);
  }

  yieldControl(): Promise<void> {
    return this.world.scheduler.yieldControl(this);
  }

  sleep(milliseconds: number): Promise<void> {
    return this.world.scheduler.sleep(milliseconds, this);
  }

  get hasOpenTransaction(): boolean {
    return sqlTransactionScope.getStore()?.isOpen === true;
  }

  get inFlight(): number {
    return this.callers.size;
  }

  /** Somebody outside asks for something and waits; should the process die, no answer comes. */
  handleRequest<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const { promise: death, reject } = Promise.withResolvers<never>();
    this.callers.add(reject);
    return Promise.race([sqlTransactionScope.exit(work), death]).finally(() => this.callers.delete(reject));
  }

  crash(): void {
    if (this.isCrashed) return;
    this.isCrashed = true;
    this.world.note(`${this.name} dies`);
    for (const transaction of this.openTransactions) transaction.rollBack();
    const callers = [...this.callers];
    this.callers.clear();
    for (const reject of callers) reject(new NoResponse('The process is gone.'));
  }

  /** Goes on, unless this is where the process ends: then nothing after it happens. */
  async crashOnFault(fault: Fault): Promise<void> {
    if (!this.world.faults.happens(fault)) return;
    this.crash();
    await new Promise<never>(() => undefined);
  }

  resetClock(): void {
    if (this.world.faults.happens('a clock is set anew')) {
      this.skewMs = this.world.random.between(-90_000, 90_000);
    }
  }

  /** The one way to write, as the real one promises it: all or nothing, an answer after the commit, a few tries. */
  async inSqlTransaction<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    if (this.hasOpenTransaction) throw new Error('A SQL transaction was opened inside another.');
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!(error instanceof RetrySqlTransaction)) throw error;
        if (attempt === MOST_TRIES) throw new DatabaseUnavailable(false);
      }
    }
  }

  private async attempt<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    const { database, faults, random } = this.world;
    const breaksAt = faults.happens('the connection breaks during the work')
      ? random.between(1, MOST_STATEMENTS)
      : Infinity;
    let statements = 0;
    const sql = new SqlTransaction(this.name, database, async () => {
      await this.yieldControl();
      if (++statements >= breaksAt) throw new DatabaseUnavailable(false);
    });
    this.openTransactions.add(sql);
    const scope = { isOpen: true };
    try {
      const result = await sqlTransactionScope.run(scope, () => work(sql));
      await this.commit(sql);
      return result;
    } catch (error) {
      sql.rollBack();
      throw error;
    } finally {
      scope.isOpen = false;
      this.openTransactions.delete(sql);
    }
  }

  private async commit(sql: SqlTransaction): Promise<void> {
    const { faults } = this.world;
    await this.yieldControl();
    await this.crashOnFault('the process dies before the commit');
    if (faults.happens('the work is run again')) throw new RetrySqlTransaction();
    if (faults.happens('the connection breaks before the commit')) throw new DatabaseUnavailable(false);
    if (faults.happens('the commit is undone and its answer lost')) throw new DatabaseUnavailable(true);
    sql.commit();
    await this.crashOnFault('the process dies after the commit');
    if (faults.happens('the commit is done and its answer lost')) throw new DatabaseUnavailable(true);
    await this.yieldControl();
  }
}

class SkewedClock extends Clock {
  constructor(private readonly milliseconds: () => number) {
    super();
  }

  now(): Date {
    return new Date(this.milliseconds());
  }
}

class RandomIds extends Ids {
  private readonly nextUuid: () => string;

  constructor(clock: Clock, random: SeededRandom) {
    super();
    this.nextUuid = uuidV7Source(
      () => clock.now().getTime(),
      () => random.below(2 ** 32),
    );
  }

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.nextUuid());
  }
}
