import type { AccountId, EventId, Id } from './ids.js';

export interface DomainEvent<Type extends string = string> {
  readonly type: Type;
  readonly accountId: AccountId;
  readonly subjectId: Id;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The store assigns the id when it writes the event, in the same SQL transaction as the change. */
export interface TimedEvent extends DomainEvent {
  readonly occurredAt: Date;
}

/** The actor of changes that no caller requested, such as those of worker jobs. */
export const SYSTEM_ACTOR = 'system';

export interface EventEnvelope extends TimedEvent {
  readonly id: EventId;
  /** The id of a user or API key, or a name such as `system`. Undefined for events from before actors were recorded. */
  readonly actor: string | undefined;
}

export interface Decision<State, Event extends DomainEvent = DomainEvent> {
  readonly state: State;
  readonly events: readonly Event[];
}
