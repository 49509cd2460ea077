import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { spawnFlorin } from './testing/florin.js';

/** Fails every write with ENOSPC; only Linux has it. */
const FULL = '/dev/full';
const itOnLinux = existsSync(FULL) ? it : it.skip;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function runIntoFullDevice(...line: string[]): Promise<{ code: number; err: string }> {
  const file = openSync(FULL, 'w');
  try {
    const { code, err } = await spawnFlorin(line, { DATABASE_URL: database.url }, file).ended;
    return { code, err };
  } finally {
    closeSync(file);
  }
}

describe('standard output on a full device', () => {
  itOnLinux.each([['help'], ['--version'], ['verify'], ['verify --json'], ['migrate --check --json']])(
    'prints one line and exits with 1: %s',
    async (line) => {
      expect(await runIntoFullDevice(...line.split(' '))).toEqual({
        code: 1,
        err: 'florin: standard output cannot be written: ENOSPC\n',
      });
    },
  );
});
