import { describe, expect, it } from '@jest/globals';
import { memoryHarness } from './harness.js';
import { expectLedgerToFollowModel } from './ledger.model.js';

describe('the ledger in memory', () => {
  it('matches the model in 200 random command sequences', async () => {
    for (let round = 0; round < 2; round++) {
      const harness = memoryHarness();
      await expectLedgerToFollowModel(harness, { numRuns: 100 });
      expect(await harness.audit()).toEqual([]);
    }
  });
});
