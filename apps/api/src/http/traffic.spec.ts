import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Traffic, type Visit } from './traffic.js';

class Caller {
  readonly response = new EventEmitter();
  wasCut = false;
  readonly visit: Visit;

  constructor(traffic: Traffic) {
    const request = { socket: { destroy: () => (this.wasCut = true) } } as unknown as IncomingMessage;
    this.visit = traffic.enter(request, this.response as unknown as ServerResponse);
  }

  leave(): void {
    this.response.emit('close');
  }
}

let traffic: Traffic;

beforeEach(() => {
  traffic = new Traffic();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const counts = () => {
  const { inFlight, underWay, finished } = traffic;
  return { inFlight, underWay, finished };
};

describe('the traffic', () => {
  it('counts a request as work from its arrival until there is an answer, and as open until that is read', () => {
    const caller = new Caller(traffic);
    expect(counts()).toEqual({ inFlight: 1, underWay: 0, finished: 0 });
    traffic.begin(caller.visit);
    expect(counts()).toEqual({ inFlight: 1, underWay: 1, finished: 0 });
    traffic.answer(caller.visit, 10);
    expect(counts()).toEqual({ inFlight: 1, underWay: 0, finished: 1 });
    caller.leave();
    expect(counts()).toEqual({ inFlight: 0, underWay: 0, finished: 1 });
  });

  it('counts no work for one that was refused before it had arrived', () => {
    const caller = new Caller(traffic);
    traffic.answer(caller.visit, 10);
    expect(counts()).toEqual({ inFlight: 1, underWay: 0, finished: 0 });
    caller.leave();
    expect(counts()).toEqual({ inFlight: 0, underWay: 0, finished: 0 });
  });

  it('forgets a caller who hangs up, whenever that is, and whatever still becomes of the request', () => {
    const [early, late] = [new Caller(traffic), new Caller(traffic)];
    traffic.begin(late.visit);
    for (const caller of [early, late]) caller.leave();
    for (const { visit } of [early, late]) {
      traffic.begin(visit);
      traffic.answer(visit, 10);
    }
    expect(counts()).toEqual({ inFlight: 0, underWay: 0, finished: 1 });
  });

  it('is quiet once the last has left, and not before', async () => {
    expect(await traffic.quiet(0)).toBe(true);
    const [reading, working] = [new Caller(traffic), new Caller(traffic)];
    traffic.begin(working.visit);
    expect(await traffic.quiet(0)).toBe(false);
    const quiet = traffic.quiet(60_000);
    reading.leave();
    expect(traffic.inFlight).toBe(1);
    working.leave();
    expect(await quiet).toBe(true);
  });

  it('counts those that wait for their turn, and is not quiet until they have left', async () => {
    for (let count = 0; count < 2; count += 1) traffic.queue();
    expect(counts()).toEqual({ inFlight: 2, underWay: 2, finished: 0 });
    const quiet = traffic.quiet(60_000);
    const caller = new Caller(traffic);
    traffic.unqueue();
    caller.leave();
    expect(counts()).toEqual({ inFlight: 1, underWay: 1, finished: 0 });
    traffic.unqueue();
    expect(await quiet).toBe(true);
  });

  it('keeps nobody waiting at the end for one that was cut', async () => {
    traffic = new Traffic({ lingeringMost: 0, unreadBytes: 0 });
    const slow = new Caller(traffic);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    const next = new Caller(traffic);
    expect([slow.wasCut, next.wasCut]).toEqual([true, false]);
    for (const caller of [slow, next]) caller.leave();
    expect([await traffic.quiet(0), traffic.inFlight]).toEqual([true, 0]);
  });
});
