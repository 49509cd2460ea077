import type { AccountId, EventId, Id } from './ids.js';

/** What a decision says happened. It becomes an envelope when it is written, with the change it tells of. */
export interface DomainEvent<Type extends string = string> {
  readonly type: Type;
  readonly accountId: AccountId;
  /** The thing it happened to. */
  readonly subjectId: Id;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventEnvelope extends DomainEvent {
  readonly id: EventId;
  readonly occurredAt: Date;
}

/** What a decision answers: the thing as it is now, and what happened to it. */
export interface Decision<Thing, Event extends DomainEvent = DomainEvent> {
  readonly thing: Thing;
  readonly events: readonly Event[];
}
