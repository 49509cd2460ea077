import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Line } from './line.js';
import { Traffic } from './traffic.js';

const PORTION = 16;

let traffic: Traffic;
let begun: number[];
let line: Line;
const lineOf = (begunAtOnce: number): Line =>
  new Line((request) => begun.push(Number(request.url)), traffic, { begunAtOnce });
let responses: { destroyed: boolean }[];

beforeEach(() => {
  [traffic, begun, responses] = [new Traffic(), [], []];
  line = lineOf(0);
});

/** Requests numbered from 0 that come together. */
function arrive(count: number): void {
  for (let number = responses.length, end = number + count; number < end; number += 1) {
    const response = { destroyed: false };
    responses.push(response);
    line.join({ url: String(number) } as IncomingMessage, response as unknown as ServerResponse);
  }
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a line of requests', () => {
  it('begins at once what makes no more than a portion', () => {
    arrive(PORTION);
    expect([begun, traffic.underWay]).toEqual([upTo(PORTION), 0]);
  });

  it('begins a portion each time the event loop comes round, in the order in which they came', async () => {
    arrive(2 * PORTION + 3);
    expect([begun, traffic.underWay]).toEqual([upTo(PORTION), PORTION + 3]);
    await nextTurn();
    expect([begun, traffic.underWay]).toEqual([upTo(2 * PORTION), 3]);
    arrive(1);
    await nextTurn();
    expect([begun, traffic.underWay]).toEqual([upTo(2 * PORTION + 4), 0]);
  });

  it('passes over those who are gone, and nobody behind them waits for ever', async () => {
    arrive(4 * PORTION);
    for (const response of responses.slice(PORTION, 3 * PORTION)) response.destroyed = true;
    await nextTurn();
    expect(begun).toEqual([...upTo(PORTION), ...upTo(4 * PORTION).slice(3 * PORTION)]);
    expect(await traffic.quiet(0)).toBe(true);
  });

  it('is none while few are under way, however many come together', () => {
    line = lineOf(1);
    arrive(3 * PORTION);
    expect([begun, traffic.underWay]).toEqual([upTo(3 * PORTION), 0]);
  });

  it('is there for who comes after others who wait in it, even if few are under way', async () => {
    line = lineOf(PORTION);
    for (let count = 0; count < PORTION; count += 1) traffic.queue();
    arrive(2 * PORTION + 1);
    for (let count = 0; count < PORTION; count += 1) traffic.unqueue();
    await nextTurn();
    arrive(1);
    expect(begun).toEqual(upTo(2 * PORTION));
    await nextTurn();
    expect(begun).toEqual(upTo(2 * PORTION + 2));
  });

  it('begins the next at once when nobody has come for a while', async () => {
    arrive(PORTION + 1);
    await nextTurn();
    await nextTurn();
    arrive(1);
    expect(begun).toEqual(upTo(PORTION + 2));
  });
});
