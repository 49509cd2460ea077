import type { Decision, TimedEvent } from '@florin/kernel';

/** The events of many decisions, in their order, each at the moment that its own thing keeps. */
export const toldBy = (decisions: readonly Decision<{ readonly updatedAt: Date }>[]): TimedEvent[] =>
  decisions.flatMap(({ thing, events }) =>
    events.map((event) => ({ ...event, occurredAt: thing.updatedAt })),
  );
