import { THE_SERVICE } from '../events.js';
import { type IdempotencyKey, type Once, type Outcome, requireSameRequest } from '../idempotency.js';
import type { JsonObject } from '../metadata.js';
import { UnitOfWork } from '../unit-of-work.js';

export interface KeptAnswer {
  readonly fingerprint: string;
  readonly answer: JsonObject;
}

/** All that a library keeps, in memory. The answers are those kept under idempotency keys. */
export interface MemoryState<Self> {
  readonly answers: Map<string, KeptAnswer>;
  copy(): Self;
}

/** One unit of work at a time on a copy of the state, which takes the state's place when the work succeeds. */
export class MemoryUnitOfWork<State extends MemoryState<State>, Stores> extends UnitOfWork<Stores> {
  private last: Promise<unknown> = Promise.resolve();
  /** Whether a unit of work is open: what must not happen inside one can look here. */
  open = false;

  constructor(
    public state: State,
    private readonly storesOn: (state: State, actor: string) => Stores,
  ) {
    super();
  }

  run<Result>(work: (stores: Stores) => Promise<Result>, actor = THE_SERVICE): Promise<Result> {
    return this.alone((state) => work(this.storesOn(state, actor)));
  }

  runOnce<Thing>(
    once: Once<Thing> | undefined,
    work: (stores: Stores) => Promise<Thing>,
    actor = THE_SERVICE,
  ): Promise<Outcome<Thing>> {
    return this.alone<Outcome<Thing>>(async (state) => {
      if (once === undefined) return { replayed: false, thing: await work(this.storesOn(state, actor)) };
      const kept = state.answers.get(textOf(once));
      if (kept !== undefined) {
        requireSameRequest(once, kept);
        return { replayed: true, answer: kept.answer };
      }
      const thing = await work(this.storesOn(state, actor));
      state.answers.set(textOf(once), { fingerprint: once.fingerprint, answer: once.present(thing) });
      return { replayed: false, thing };
    });
  }

  private alone<Result>(work: (state: State) => Promise<Result>): Promise<Result> {
    const turn = this.last.then(async () => {
      this.open = true;
      try {
        const state = this.state.copy();
        const result = await work(state);
        this.state = state;
        return result;
      } finally {
        this.open = false;
      }
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

const textOf = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  [accountId, principal, path, key].join(' ');
