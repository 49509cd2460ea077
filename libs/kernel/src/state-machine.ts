import type { DomainError } from './errors.js';

/** The life of a thing as data: from each state, the actions that are allowed and where they lead. */
export interface StateMachine<State extends string, Action extends string> {
  readonly initial: readonly State[];
  readonly transitions: Readonly<Record<State, Partial<Readonly<Record<Action, State>>>>>;
}

/** The next state, or the refusal that the aggregate words itself. Nothing else may read a table's arrows. */
export function transition<State extends string, Action extends string>(
  table: StateMachine<State, Action>,
  state: State,
  action: Action,
  refuse: (state: State, action: Action) => DomainError,
): State {
  const nextStates = table.transitions[state];
  // An action named like something every object inherits is still no arrow of this table.
  const next = Object.hasOwn(nextStates, action) ? nextStates[action] : undefined;
  if (next === undefined) throw refuse(state, action);
  return next;
}

/** States that no path from an initial state leads to. A table with any of them describes a life nobody can live. */
export function unreachableStates<State extends string, Action extends string>(
  table: StateMachine<State, Action>,
): State[] {
  const reached = new Set<State>(table.initial);
  const frontier: State[] = [...table.initial];
  for (let state = frontier.pop(); state !== undefined; state = frontier.pop()) {
    for (const next of Object.values<State | undefined>(table.transitions[state])) {
      if (next !== undefined && !reached.has(next)) {
        reached.add(next);
        frontier.push(next);
      }
    }
  }
  return (Object.keys(table.transitions) as State[]).filter((state) => !reached.has(state));
}

/** Declares a life. A table that names an unreachable state is a mistake of the author's, so it stops at load. */
export function stateMachine<State extends string, Action extends string>(
  table: StateMachine<State, Action>,
): StateMachine<State, Action> {
  const unreachable = unreachableStates(table);
  if (unreachable.length > 0) throw new Error(`No action leads to: ${unreachable.join(', ')}`);
  return table;
}
