import type { Decision, TimedEvent } from '@florin/kernel';

/** The events of the decisions in order, each at the time of its aggregate's change. */
export const eventsOf = (decisions: readonly Decision<{ readonly updatedAt: Date }>[]): TimedEvent[] =>
  decisions.flatMap(({ state: aggregate, events }) =>
    events.map((event) => ({ ...event, occurredAt: aggregate.updatedAt })),
  );
