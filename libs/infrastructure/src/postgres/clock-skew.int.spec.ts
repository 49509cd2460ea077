import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase as openTestDatabase } from '../../../../test/support/open-database.js';
import { createLogger } from '../logging/logger.js';
import { openDatabase, warnOfClockSkew } from './database.js';

let source: DataSource;
let url: string;

beforeAll(async () => {
  ({ dataSource: source, url } = await openTestDatabase());
});

afterEach(() => {
  jest.restoreAllMocks();
});

type Log = ReturnType<typeof createLogger>;

/** The `aheadSeconds` of each warning. */
async function warnings(check: (logger: Log) => Promise<void>): Promise<number[]> {
  const lines: string[] = [];
  await check(createLogger('warn', { write: (line) => lines.push(line) }));
  return lines.map((line) => (JSON.parse(line) as { aheadSeconds: number }).aheadSeconds);
}

/** A clock with this skew before and after the query. */
function clock(beforeSeconds: number, afterSeconds = beforeSeconds): () => number {
  const skews = [beforeSeconds, afterSeconds];
  return () => Date.now() + 1_000 * skews.shift()!;
}

describe('clock skew between this process and the database', () => {
  it.each([7_200, -7_200, 120])('is logged as a warning with its size: %d s', async (seconds) => {
    const [ahead, ...more] = await warnings((logger) => warnOfClockSkew(source, logger, clock(seconds)));
    expect(Math.abs(ahead! - seconds)).toBeLessThan(30);
    expect(more).toEqual([]);
  });

  it.each([0, 5, -5])('of %d s is not logged', async (seconds) => {
    expect(await warnings((logger) => warnOfClockSkew(source, logger, clock(seconds)))).toEqual([]);
  });

  it('is not reported because of a slow response', async () => {
    expect(await warnings((logger) => warnOfClockSkew(source, logger, clock(-300, 300)))).toEqual([]);
  });

  it('is logged at the start', async () => {
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 86_400_000);
    const logged = await warnings(async (logger) => {
      await (await openDatabase(url, logger)).close();
    });
    expect(logged).toHaveLength(1);
  });
});
