import { refundedBy } from '../transaction/refund.js';
import type { MemoryTables } from '../memory/memory-ledger.store.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Describes each violated ledger invariant. */
export function auditMemory({ balances, transactions, entries, events }: MemoryTables): string[] {
  const findings: string[] = [];
  const expect = (rule: string, left: number, right: number) => {
    if (left !== right) findings.push(`${rule}: ${left} is not ${right}`);
  };
  const all = [...transactions.values()];
  expect('debits equal credits', sum(entries.map(({ amount }) => amount)), 0);
  for (const { accountId, available, held, incoming } of balances.values()) {
    const own = all.filter((transaction) => transaction.accountId === accountId);
    const pending = own.filter(({ status }) => status === 'pending');
    const posted = entries.filter((entry) => entry.accountId === accountId && entry.line === 'account');
    const outgoing = pending.filter(({ type }) => type === 'payment');
    expect('balance', available + held, sum(posted.map(({ amount }) => amount)));
    expect('held', held, sum(outgoing.map(({ amount }) => amount)));
    expect('incoming', incoming, sum(pending.map(({ amount }) => amount)) - held);
    for (const [index, entry] of posted.entries())
      expect('position', entry.running?.position ?? index + 1, index + 1);
    if (available < 0) findings.push(`available is ${available}`);
  }
  for (const { id, amount, status, transferId } of all) {
    const sides = all.filter((other) => transferId !== undefined && other.transferId === transferId);
    if (transferId !== undefined && (sides.length !== 2 || sides[0]?.status !== sides[1]?.status))
      findings.push(`the sides of ${transferId} do not agree`);
    const refunds = all.filter(({ refundOf }) => refundOf === id);
    if (sum(refunds.map(refundedBy)) > amount) findings.push(`${id} is refunded beyond its amount`);
    const lines = entries.filter(({ transactionId }) => transactionId === id);
    expect(`entries of ${id}`, lines.length, status === 'succeeded' ? 2 : 0);
    const recorded = events.filter(
      ({ subjectId, type }) => subjectId === id && type !== 'transaction.updated',
    );
    expect(`events of ${id}`, recorded.length, status === 'pending' ? 1 : 2);
  }
  return findings;
}
