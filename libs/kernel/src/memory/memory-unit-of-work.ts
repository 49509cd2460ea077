import { SYSTEM_ACTOR } from '../events.js';
import {
  type IdempotencyKey,
  type IdempotentRequest,
  type Outcome,
  placesOf,
  requireSameRequest,
} from '../idempotency.js';
import type { JsonObject } from '../metadata.js';
import { UnitOfWork } from '../unit-of-work.js';

export interface StoredResponse {
  readonly fingerprint: string;
  readonly response: JsonObject;
}

export interface MemoryState<Self> {
  readonly responses: Map<string, StoredResponse>;
  copy(): Self;
}

/** Runs one unit of work at a time on a copy of the state, which replaces the state on success. */
export class MemoryUnitOfWork<State extends MemoryState<State>, Stores> extends UnitOfWork<Stores> {
  private lastRun: Promise<unknown> = Promise.resolve();
  /** For tests of calls that must not happen inside a unit of work. */
  isOpen = false;

  constructor(
    public state: State,
    private readonly storesOn: (state: State, actor: string) => Stores,
  ) {
    super();
  }

  run<Result>(work: (stores: Stores) => Promise<Result>, actor = SYSTEM_ACTOR): Promise<Result> {
    return this.runExclusive((state) => work(this.storesOn(state, actor)));
  }

  runIdempotent<Value>(
    idempotentRequest: IdempotentRequest<Value> | undefined,
    work: (stores: Stores) => Promise<Value>,
    actor = SYSTEM_ACTOR,
  ): Promise<Outcome<Value>> {
    return this.runExclusive<Outcome<Value>>(async (state) => {
      if (idempotentRequest === undefined)
        return { replayed: false, value: await work(this.storesOn(state, actor)) };
      const places = placesOf(idempotentRequest).map(textOf);
      const stored = places.map((place) => state.responses.get(place)).find((found) => found !== undefined);
      if (stored !== undefined) {
        requireSameRequest(idempotentRequest, stored);
        return { replayed: true, response: stored.response };
      }
      const value = await work(this.storesOn(state, actor));
      const response = idempotentRequest.present(value);
      for (const place of places)
        state.responses.set(place, { fingerprint: idempotentRequest.fingerprint, response });
      return { replayed: false, value };
    });
  }

  private runExclusive<Result>(work: (state: State) => Promise<Result>): Promise<Result> {
    const currentRun = this.lastRun.then(async () => {
      this.isOpen = true;
      try {
        const state = this.state.copy();
        const result = await work(state);
        this.state = state;
        return result;
      } finally {
        this.isOpen = false;
      }
    });
    this.lastRun = currentRun.catch(() => undefined);
    return currentRun;
  }
}

const textOf = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  [accountId, principal, path, key].join(' ');
