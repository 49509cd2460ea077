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
  new DomainError('conflict', `cannot ${action} what is ${state}`);
const next = (state: State, action: string) => transition(table, state, action as Action, refuse);

describe('a step', () => {
  it.each<[State, Action, State]>([
    ['pending', 'pay', 'paid'],
    ['pending', 'cancel', 'canceled'],
    ['paid', 'refund', 'refunded'],
  ])('from %s by %s leads to %s', (state, action, expected) => {
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
  ])('from %s by %s is refused in the words of the aggregate', (state, action) => {
    expect(() => next(state, action)).toThrow(`cannot ${action} what is ${state}`);
  });
});

describe('a life', () => {
  it('is accepted when every state can be lived', () => {
    expect(unreachableStates(table)).toEqual([]);
    expect(stateMachine(table)).toBe(table);
  });

  it('is refused when a state can never be reached', () => {
    const broken: StateMachine<State, Action> = {
      ...table,
      transitions: { ...table.transitions, pending: { pay: 'paid' } },
    };
    expect(unreachableStates(broken)).toEqual(['canceled']);
    expect(() => stateMachine(broken)).toThrow('No action leads to: canceled');
  });

  it('does not count an unreachable state as a way to another', () => {
    const island: StateMachine<State, Action> = {
      initial: ['pending'],
      transitions: {
        pending: {},
        paid: { refund: 'refunded' },
        refunded: { pay: 'paid' },
        canceled: { cancel: 'pending' },
      },
    };
    expect(unreachableStates(island)).toEqual(['paid', 'refunded', 'canceled']);
  });

  it('may begin in several states and go round in circles', () => {
    const circle: StateMachine<'on' | 'off', 'flip'> = {
      initial: ['on', 'off'],
      transitions: { on: { flip: 'off' }, off: { flip: 'on' } },
    };
    expect(unreachableStates(circle)).toEqual([]);
  });
});
