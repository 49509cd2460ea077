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

/** By how many seconds a look is said to be ahead, each time that it is said. */
async function warnings(check: (logger: Log) => Promise<void>): Promise<number[]> {
  const lines: string[] = [];
  await check(createLogger('warn', { write: (line) => lines.push(line) }));
  return lines.map((line) => (JSON.parse(line) as { aheadSeconds: number }).aheadSeconds);
}

/** A clock that is so many seconds from the right time when the database is asked, and when it has answered. */
function clock(beforeSeconds: number, afterSeconds = beforeSeconds): () => number {
  const looks = [beforeSeconds, afterSeconds];
  return () => Date.now() + 1_000 * looks.shift()!;
}

describe('a clock that is not that of the database', () => {
  it.each([7_200, -7_200, 120])('is warned of, and by how much it is ahead: %d s', async (seconds) => {
    const [told, ...more] = await warnings((logger) => warnOfClockSkew(source, logger, clock(seconds)));
    expect(Math.abs(told! - seconds)).toBeLessThan(30);
    expect(more).toEqual([]);
  });

  it.each([0, 5, -5])('is no news when they are %d s apart', async (seconds) => {
    expect(await warnings((logger) => warnOfClockSkew(source, logger, clock(seconds)))).toEqual([]);
  });

  it('is not found in an answer that was long on its way', async () => {
    expect(await warnings((logger) => warnOfClockSkew(source, logger, clock(-300, 300)))).toEqual([]);
  });

  it('is told at the start', async () => {
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 86_400_000);
    const told = await warnings(async (logger) => {
      await (await openDatabase(url, logger)).close();
    });
    expect(told).toHaveLength(1);
  });
});
