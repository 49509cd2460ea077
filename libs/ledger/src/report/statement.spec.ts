import { describe, expect, it } from '@jest/globals';
import { requirePeriod, summaryBetween } from './statement.js';

const BEFORE = { position: 3, balanceAfter: 500, totalIn: 700n };

describe('the summary of a statement', () => {
  it('is the difference of the running totals', () => {
    const last = { position: 8, balanceAfter: 450, totalIn: 1_000n };
    expect(summaryBetween(BEFORE, last)).toEqual({
      openingBalance: 500,
      closingBalance: 450,
      totalIn: 300n,
      totalOut: 350n,
      count: 5,
    });
  });

  it('of a period without lines has the same balance at both ends', () => {
    const nothing = { totalIn: 0n, totalOut: 0n, count: 0 };
    expect(summaryBetween()).toEqual({ openingBalance: 0, closingBalance: 0, ...nothing });
    expect(summaryBetween(BEFORE, BEFORE)).toEqual({ openingBalance: 500, closingBalance: 500, ...nothing });
  });

  it('is exact above 2^53', () => {
    const last = { position: 9, balanceAfter: 0, totalIn: 9_007_199_254_741_993n };
    expect(summaryBetween(undefined, last)).toMatchObject({ totalIn: last.totalIn, totalOut: last.totalIn });
  });
});

describe('the period of a statement', () => {
  it('may be one instant, but not end before it starts', () => {
    const [early, late] = [new Date(0), new Date(1)];
    expect(() => {
      requirePeriod({ from: early, to: early });
    }).not.toThrow();
    expect(() => {
      requirePeriod({ from: late, to: early });
    }).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
