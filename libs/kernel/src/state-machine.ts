import type { DomainError } from './errors.js';

export interface StateMachine<State extends string, Action extends string> {
  readonly initial: readonly State[];
  readonly transitions: Readonly<Record<State, Partial<Readonly<Record<Action, State>>>>>;
}

export function transition<State extends string, Action extends string>(
  table: StateMachine<State, Action>,
  state: State,
  action: Action,
  refuse: (state: State, action: Action) => DomainError,
): State {
  const nextStates = table.transitions[state];
  // Inherited properties, such as `constructor`, are not transitions.
  const next = Object.hasOwn(nextStates, action) ? nextStates[action] : undefined;
  if (next === undefined) throw refuse(state, action);
  return next;
}

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

/** Throws at load time if a state cannot be reached from an initial state. */
export function stateMachine<State extends string, Action extends string>(
  table: StateMachine<State, Action>,
): StateMachine<State, Action> {
  const unreachable = unreachableStates(table);
  if (unreachable.length > 0) throw new Error(`Unreachable states: ${unreachable.join(', ')}`);
  return table;
}
