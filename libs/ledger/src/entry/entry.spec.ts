import { describe, expect, it } from '@jest/globals';
import { aTransaction, NOON } from '../testing/builders.js';
import { TRANSACTION_TYPES } from '../transaction/transaction.js';
import { entriesOf } from './entry.js';

describe('entriesOf', () => {
  it.each(TRANSACTION_TYPES)('returns a balanced pair for a succeeded %s', (type) => {
    const transaction = aTransaction({ type, amount: 750, status: 'succeeded', endedAt: NOON });
    const entries = entriesOf(transaction);
    const sign = type === 'payment' ? -1 : 1;
    expect(entries.map(({ line, amount }) => ({ line, amount }))).toEqual([
      { line: 'account', amount: sign * 750 },
      { line: 'clearing', amount: sign * -750 },
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        accountId: transaction.accountId,
        transactionId: transaction.id,
        postedAt: NOON,
      });
    }
  });

  it.each(['pending', 'failed', 'canceled'] as const)('returns none for a %s transaction', (status) => {
    expect(entriesOf(aTransaction({ status }))).toEqual([]);
  });
});
