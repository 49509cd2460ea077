import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { spawnFlorin } from './testing/florin.js';

/** A disk without room, which not every system has at hand. */
const FULL = '/dev/full';
const whereThereIsOne = existsSync(FULL) ? it : it.skip;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function intoFull(...line: string[]): Promise<{ code: number; err: string }> {
  const file = openSync(FULL, 'w');
  try {
    const { code, err } = await spawnFlorin(line, { DATABASE_URL: database.url }, file).ended;
    return { code, err };
  } finally {
    closeSync(file);
  }
}

describe('a standard output that cannot be written', () => {
  whereThereIsOne.each([['help'], ['--version'], ['verify'], ['verify --json'], ['migrate --check --json']])(
    'is told in one line, and no success: %s',
    async (line) => {
      expect(await intoFull(...line.split(' '))).toEqual({
        code: 1,
        err: 'florin: standard output cannot be written: ENOSPC\n',
      });
    },
  );
});
