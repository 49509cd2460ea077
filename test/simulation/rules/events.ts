import type { Commit } from './commit.js';

/** Whoever reads on from the newest event of an account misses none: what is told later stands above it. */
export function requireEventsInOrder(commit: Commit): void {
  const added = commit.of('events');
  const isNew = new Set<string>(added.map(({ key }) => key));
  for (const { key, after } of added) {
    if (after === undefined) {
      commit.report(`the event ${key} is gone`);
      continue;
    }
    const isAbove = [...commit.tables.events.values()].every(
      ({ id, accountId }) => accountId !== after.accountId || isNew.has(id) || id < key,
    );
    commit.require(isAbove, `${key} was told below an event of its account that could be seen before`);
  }
}
