import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { fillEventBalances } from '../operations/fill-event-balances.js';
import { numberEntries } from '../operations/number-entries.js';
import { forgetReports } from './testing/earlier-release.js';
import { expectReportsToFollowHistory } from './testing/expect-reports.js';
import { RandomHistory } from './testing/random-history.js';
import { verifyBooks } from '../verification/verify-books.js';

let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

const randomOf = (words: readonly number[]) =>
  (() => {
    let next = 0;
    return (below: number): number => (words[next++ % words.length] ?? 0) % below;
  })();

describe('a random history of concurrent writers', () => {
  it('has the balance of a replay at every instant, also after an upgrade from an earlier release', async () => {
    const words = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 101, maxLength: 101 });
    await fc.assert(
      fc.asyncProperty(words, fc.boolean(), async (random, isUpgraded) => {
        const history = new RandomHistory(dataSource, randomOf(random));
        await history.run(12);
        if (isUpgraded) {
          for (const accountId of history.accounts) await forgetReports(dataSource, accountId);
          await fillEventBalances(dataSource);
          await numberEntries(dataSource);
        }
        for (const accountId of history.accounts) await expectReportsToFollowHistory(dataSource, accountId);
      }),
      // A smaller history fails for other reasons, because its writers are concurrent.
      { numRuns: 8, endOnFailure: true },
    );
    const { checks } = await verifyBooks(dataSource);
    expect(checks.flatMap(({ code, findings }) => findings.map((finding) => [code, finding]))).toEqual([]);
  });
});
