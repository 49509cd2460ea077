import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';
import type { SeededRandom } from './seeded-random.js';
import type { Database } from './database.js';
import type { Fault, Faults } from './faults.js';
import type { Crashable, Scheduler } from './scheduler.js';
import { SqlTransaction } from './sql-transaction.js';

/** No connection to the database. With `isOutcomeUnknown`, the SQL transaction may have been committed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'unavailable';

  constructor(readonly isOutcomeUnknown: boolean) {
    super(isOutcomeUnknown ? 'Unknown commit outcome.' : 'Nothing was committed.');
  }
}

/** The process crashed before it responded. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** A serialization conflict: the SQL transaction has to be retried. */
export class RetrySqlTransaction extends Error {
  override readonly name = 'RetrySqlTransaction';
}

/** State that all processes of a history share. */
export interface World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly faults: Faults;
  readonly random: SeededRandom;
  readonly note: (line: string) => void;
  /** Records a finding and ends the history. */
  readonly report: (finding: string) => void;
}

const MAX_ATTEMPTS = 5;
const MAX_STATEMENTS = 8;
const sqlTransactionScope = new AsyncLocalStorage<{ isOpen: boolean }>();

/** A simulated process with its own clock and ids. After a crash, none of its code continues. */
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

  /** Rejects with NoResponse if the process crashes meanwhile. */
  handleRequest<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise: crashed, reject } = Promise.withResolvers<never>();
    this.callers.add(reject);
    return Promise.race([sqlTransactionScope.exit(work), crashed]).finally(() => this.callers.delete(reject));
  }

  crash(): void {
    if (this.isCrashed) return;
    this.isCrashed = true;
    this.world.note(`${this.name} crashes`);
    for (const transaction of this.openTransactions) transaction.rollBack();
    const callers = [...this.callers];
    this.callers.clear();
    for (const reject of callers) reject(new NoResponse('The process crashed.'));
  }

  /** Never resolves if the fault happens. */
  async crashOnFault(fault: Fault): Promise<void> {
    if (!this.world.faults.happens(fault)) return;
    this.crash();
    await new Promise<never>(() => undefined);
  }

  resetClock(): void {
    if (this.world.faults.happens('a clock changes')) {
      this.skewMs = this.world.random.between(-90_000, 90_000);
    }
  }

  /** As the real unit of work: atomic, resolves after the commit, retries a limited number of times. */
  async inSqlTransaction<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    if (this.hasOpenTransaction) throw new Error('SQL transactions cannot be nested.');
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!(error instanceof RetrySqlTransaction)) throw error;
        if (attempt === MAX_ATTEMPTS) throw new DatabaseUnavailable(false);
      }
    }
  }

  private async attempt<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    const { database, faults, random } = this.world;
    const breaksAt = faults.happens('the connection breaks during the SQL transaction')
      ? random.between(1, MAX_STATEMENTS)
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
    await this.crashOnFault('the process crashes before the commit');
    if (faults.happens('the SQL transaction is retried')) throw new RetrySqlTransaction();
    if (faults.happens('the connection breaks before the commit')) throw new DatabaseUnavailable(false);
    if (faults.happens('rolled back, but the response is lost')) throw new DatabaseUnavailable(true);
    sql.commit();
    await this.crashOnFault('the process crashes after the commit');
    if (faults.happens('committed, but the response is lost')) throw new DatabaseUnavailable(true);
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
