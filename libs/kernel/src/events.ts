import type { AccountId, EventId, Id } from './ids.js';

export interface BalanceAmounts {
  readonly available: number;
  readonly held: number;
  readonly incoming: number;
}

export interface DomainEvent<Type extends string = string> {
  readonly type: Type;
  readonly accountId: AccountId;
  readonly subjectId: Id;
  readonly data: Readonly<Record<string, unknown>>;
  /** The account's balance after the event. Only events of transactions and transfers have it. */
  readonly balance?: BalanceAmounts | undefined;
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
  /** Links the event to the previous one of its account. Undefined until the store has chained it. */
  readonly hash?: string | undefined;
  /** When personal data was removed, so that `hash` no longer follows from the content. */
  readonly erasedAt?: Date | undefined;
}

export interface Decision<State, Event extends DomainEvent = DomainEvent> {
  readonly state: State;
  readonly events: readonly Event[];
}
