import type { AccountId, EventId, Id } from './ids.js';

/** What a decision says happened. It becomes an envelope when it is written, with the change it tells of. */
export interface DomainEvent<Type extends string = string> {
  readonly type: Type;
  readonly accountId: AccountId;
  /** The thing it happened to. */
  readonly subjectId: Id;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What happened, and when. It is written with the change that it tells of, and given its id there. */
export interface TimedEvent extends DomainEvent {
  readonly occurredAt: Date;
}

/** Who makes things happen when nobody asks for them: the worker's jobs, and whatever else the service does on its own. */
export const SYSTEM_ACTOR = 'system';

export interface EventEnvelope extends TimedEvent {
  readonly id: EventId;
  /** Who made it happen: the id of a user or a key, or a word for one who has none. Once, that was not noted. */
  readonly actor: string | undefined;
}

/** What a decision answers: the thing as it is now, and what happened to it. */
export interface Decision<State, Event extends DomainEvent = DomainEvent> {
  readonly state: State;
  readonly events: readonly Event[];
}
