import { expect, it } from '@jest/globals';
import { expectLedgerToFollowModel, memoryHarness } from '@florin/ledger/testing';
import { openDatabase } from '../../../../test/support/open-database.js';
import { postgresHarness } from './testing/postgres-harness.js';

it('the ledger on PostgreSQL matches the model in 1,000 sequences of commands', async () => {
  const harness = postgresHarness((await openDatabase()).dataSource);
  // Four at a time on different accounts, so that commands share batches.
  const quarter = () => expectLedgerToFollowModel(harness, { numRuns: 250 });
  await Promise.all([quarter(), quarter(), quarter(), quarter()]);
  expect(await harness.audit()).toEqual([]);
});

it('the ledger in memory matches the model in 2,000 sequences of commands', async () => {
  for (let round = 0; round < 20; round++) {
    const harness = memoryHarness();
    await expectLedgerToFollowModel(harness, { numRuns: 100 });
    expect(await harness.audit()).toEqual([]);
  }
});
