import { describe, expect, it } from '@jest/globals';
import { MAX_IN_FLIGHT } from '@florin/webhooks';
import { chooseFairly, type WaitingEndpoint } from './fair-choice.js';

/** Due deliveries with the ids `a1`, `a2`, … for the endpoint `a`. */
const endpoint = (endpointId: string, accountId: string | undefined, due: number, inFlight = 0) => ({
  accountId,
  endpointId,
  inFlight,
  due: Array.from({ length: due }, (_, index) => ({
    accountId: accountId ?? 'any',
    id: `${endpointId}${index + 1}`,
  })),
});

const chosen = (waiting: readonly WaitingEndpoint[], limit: number) =>
  chooseFairly(waiting, limit).map(({ id }) => id);

describe('the choice among waiting deliveries', () => {
  it('takes the most overdue first, up to the limit', () => {
    expect(chosen([endpoint('a', 'one', 5)], 4)).toEqual(['a1', 'a2']);
    expect(chosen([endpoint('a', 'one', 3)], 100)).toEqual(['a1', 'a2', 'a3']);
    expect(chosen([], 10)).toEqual([]);
  });

  it('gives turns to the endpoints of an account, and to accounts', () => {
    const waiting = [endpoint('a', 'one', 3), endpoint('b', 'one', 3), endpoint('c', 'two', 1)];
    expect(chosen(waiting, 100)).toEqual(['a1', 'c1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    expect(chosen(waiting, 3)).toEqual(['a1', 'c1']);
  });

  it('leaves out endpoints with the maximum in flight, and counts what an account has in flight', () => {
    const full = endpoint('a', 'one', 3, MAX_IN_FLIGHT);
    expect(chosen([full], 100)).toEqual([]);
    expect(chosen([endpoint('a', 'one', 3, MAX_IN_FLIGHT - 1)], 100)).toEqual(['a1']);
    const waiting = [endpoint('a', 'one', 2, 2), endpoint('b', 'two', 2)];
    expect(chosen(waiting, 100)).toEqual(['b1', 'b2', 'a1', 'a2']);
    expect(chosen(waiting, 4)).toEqual(['b1', 'b2']);
  });

  it('counts endpoints without an account together', () => {
    const waiting = [endpoint('a', undefined, 1), endpoint('b', undefined, 1), endpoint('c', 'one', 1)];
    expect(chosen(waiting, 100)).toEqual(['a1', 'c1', 'b1']);
  });
});
