import type { Commit } from './commit.js';

/** Every posted account line continues the totals of the one before it, in the order of time. */
export function checkRunningTotals(commit: Commit): void {
  const accountIds = new Set(
    commit.of('entries').flatMap(({ after }) => (after?.line === 'account' ? after.accountId : [])),
  );
  for (const accountId of accountIds) {
    const lines = [...commit.tables.entries.values()]
      .filter((entry) => entry.accountId === accountId && entry.line === 'account')
      .toSorted((left, right) => (left.running?.position ?? 0) - (right.running?.position ?? 0));
    let [balanceAfter, totalIn, time] = [0, 0n, new Date(0)];
    for (const [index, { amount, running, postedAt, transactionId }] of lines.entries()) {
      balanceAfter += amount;
      totalIn += BigInt(Math.max(amount, 0));
      commit.require(
        running?.position === index + 1 &&
          running.balanceAfter === balanceAfter &&
          running.totalIn === totalIn &&
          postedAt >= time,
        `the entry of ${transactionId} does not continue the totals of ${accountId}`,
      );
      time = postedAt;
    }
    const posted = commit.tables.balances.get(accountId)?.posted;
    commit.require(
      posted?.count === lines.length && posted.totalIn === totalIn,
      `the totals of ${accountId} are not those of its entries`,
    );
  }
}
