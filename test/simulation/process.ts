import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';
import type { Chance } from './chance.js';
import type { Database } from './database.js';
import type { Fault, Faults } from './faults.js';
import type { Mortal, Scheduler } from './scheduler.js';
import { SqlTransaction } from './sql-transaction.js';

/** The store is away, or the connection to it broke. With `isUnknown` the work may have been saved. */
export class Away extends Error {
  override readonly name = 'Away';
  readonly code = 'unavailable';

  constructor(readonly isUnknown: boolean) {
    super(isUnknown ? 'It is not known whether that was saved.' : 'Nothing was saved.');
  }
}

/** The caller of a process that died, or that answered to nobody, knows only that no answer came. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The work met another's and has to be done again from the start. */
export class RunAgain extends Error {
  override readonly name = 'RunAgain';
}

/** What all processes of a history share. */
export interface World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly faults: Faults;
  readonly chance: Chance;
  readonly note: (line: string) => void;
  /** Breaks the history off with what was found. */
  readonly report: (finding: string) => void;
}

const MOST_TRIES = 5;
const MOST_STATEMENTS = 8;
const inside = new AsyncLocalStorage<{ isOpen: boolean }>();

/** One running program, with a clock and ids of its own. When it dies, everything in it stops where it stands. */
export class Process implements Mortal {
  isDead = false;
  readonly clock: Clock;
  readonly ids: Ids;
  private readonly open = new Set<SqlTransaction>();
  private readonly callers = new Set<(error: NoAnswer) => void>();
  private skewMs = 0;

  constructor(
    readonly name: string,
    readonly world: World,
  ) {
    const { scheduler, chance, faults } = world;
    if (faults.happens('the clocks differ')) this.skewMs = chance.between(-5_000, 5_000);
    this.clock = new SkewedClock(() => scheduler.now + this.skewMs);
    this.ids = new DrawnIds(this.clock, chance);
  }

  turn(): Promise<void> {
    return this.world.scheduler.turn(this);
  }

  sleep(milliseconds: number): Promise<void> {
    return this.world.scheduler.sleep(milliseconds, this);
  }

  get hasOpenTransaction(): boolean {
    return inside.getStore()?.isOpen === true;
  }

  get inFlight(): number {
    return this.callers.size;
  }

  /** Somebody outside asks for something and waits; should the process die, no answer comes. */
  answer<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const { promise: death, reject } = Promise.withResolvers<never>();
    this.callers.add(reject);
    return Promise.race([inside.exit(work), death]).finally(() => this.callers.delete(reject));
  }

  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.world.note(`${this.name} dies`);
    for (const transaction of this.open) transaction.rollBack();
    const callers = [...this.callers];
    this.callers.clear();
    for (const reject of callers) reject(new NoAnswer('The process is gone.'));
  }

  /** Goes on, unless this is where the process ends: then nothing after it happens. */
  async mayDie(fault: Fault): Promise<void> {
    if (!this.world.faults.happens(fault)) return;
    this.die();
    await new Promise<never>(() => undefined);
  }

  setClockAnew(): void {
    if (this.world.faults.happens('a clock is set anew')) {
      this.skewMs = this.world.chance.between(-90_000, 90_000);
    }
  }

  /** The one way to write, as the real one promises it: all or nothing, an answer after the commit, a few tries. */
  async inSqlTransaction<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    if (this.hasOpenTransaction) throw new Error('A SQL transaction was opened inside another.');
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!(error instanceof RunAgain)) throw error;
        if (attempt === MOST_TRIES) throw new Away(false);
      }
    }
  }

  private async attempt<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    const { database, faults, chance } = this.world;
    const breaksAt = faults.happens('the connection breaks during the work')
      ? chance.between(1, MOST_STATEMENTS)
      : Infinity;
    let statements = 0;
    const sql = new SqlTransaction(this.name, database, async () => {
      await this.turn();
      if (++statements >= breaksAt) throw new Away(false);
    });
    this.open.add(sql);
    const scope = { isOpen: true };
    try {
      const result = await inside.run(scope, () => work(sql));
      await this.commit(sql);
      return result;
    } catch (error) {
      sql.rollBack();
      throw error;
    } finally {
      scope.isOpen = false;
      this.open.delete(sql);
    }
  }

  private async commit(sql: SqlTransaction): Promise<void> {
    const { faults } = this.world;
    await this.turn();
    await this.mayDie('the process dies before the commit');
    if (faults.happens('the work is run again')) throw new RunAgain();
    if (faults.happens('the connection breaks before the commit')) throw new Away(false);
    if (faults.happens('the commit is undone and its answer lost')) throw new Away(true);
    sql.commit();
    await this.mayDie('the process dies after the commit');
    if (faults.happens('the commit is done and its answer lost')) throw new Away(true);
    await this.turn();
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

class DrawnIds extends Ids {
  private readonly nextUuid: () => string;

  constructor(clock: Clock, chance: Chance) {
    super();
    this.nextUuid = uuidV7Source(
      () => clock.now().getTime(),
      () => chance.below(2 ** 32),
    );
  }

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.nextUuid());
  }
}
