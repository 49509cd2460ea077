import { describe, expect, it } from '@jest/globals';
import { DomainError } from './errors.js';
import { stateMachine, transition, type StateMachine, unreachableStates } from './state-machine.js';

type State = 'pending' | 'paid' | 'refunded' | 'canceled';
type Action = 'pay' | 'refund' | 'cancel';

const table: StateMachine<State, Action> = {
  initial: ['pending'],
  transitions: {
    pending: { pay: 'paid', cancel: 'canceled' },
    paid: { refund: 'refunded' },
    refunded: {},
    canceled: {},
  },
};

const refuse = (state: State, action: Action) =>
  new DomainError('conflict', `cannot ${action} when ${state}`);
const next = (state: State, action: string) => transition(table, state, action as Action, refuse);

describe('transition', () => {
  it.each<[State, Action, State]>([
    ['pending', 'pay', 'paid'],
    ['pending', 'cancel', 'canceled'],
    ['paid', 'refund', 'refunded'],
  ])('from %s with %s leads to %s', (state, action, expected) => {
    expect(next(state, action)).toBe(expected);
  });

  it.each<[State, string]>([
    ['pending', 'refund'],
    ['paid', 'pay'],
    ['paid', 'cancel'],
    ['refunded', 'refund'],
    ['canceled', 'pay'],
    ['pending', 'toString'],
    ['pending', 'constructor'],
    ['pending', '__proto__'],
  ])('from %s with %s throws the error of the aggregate', (state, action) => {
    expect(() => next(state, action)).toThrow(`cannot ${action} when ${state}`);
  });
});

describe('stateMachine', () => {
  it('accepts a table in which every state is reachable', () => {
    expect(unreachableStates(table)).toEqual([]);
    expect(stateMachine(table)).toBe(table);
  });

  it('rejects a table with an unreachable state', () => {
    const invalid: StateMachine<State, Action> = {
      ...table,
      transitions: { ...table.transitions, pending: { pay: 'paid' } },
    };
    expect(unreachableStates(invalid)).toEqual(['canceled']);
    expect(() => stateMachine(invalid)).toThrow('Unreachable states: canceled');
  });

  it('does not follow transitions from an unreachable state', () => {
    const disconnected: StateMachine<State, Action> = {
      initial: ['pending'],
      transitions: {
        pending: {},
        paid: { refund: 'refunded' },
        refunded: { pay: 'paid' },
        canceled: { cancel: 'pending' },
      },
    };
    expect(unreachableStates(disconnected)).toEqual(['paid', 'refunded', 'canceled']);
  });

  it('allows several initial states and cycles', () => {
    const cycle: StateMachine<'on' | 'off', 'flip'> = {
      initial: ['on', 'off'],
      transitions: { on: { flip: 'off' }, off: { flip: 'on' } },
    };
    expect(unreachableStates(cycle)).toEqual([]);
  });
});
