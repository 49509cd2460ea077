import type { Decision, TimedEvent } from '@florin/kernel';

/** The events of many decisions, in their order, each at the moment that its own thing keeps. */
export const eventsOf = (decisions: readonly Decision<{ readonly updatedAt: Date }>[]): TimedEvent[] =>
  decisions.flatMap(({ state: aggregate, events }) =>
    events.map((event) => ({ ...event, occurredAt: aggregate.updatedAt })),
  );
