import { isDeepStrictEqual } from 'node:util';
import type { BalanceAmounts } from '@florin/kernel';
import type { Balance, Transaction } from '@florin/ledger';
import type { Tables } from '../database.js';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';
import { checkRunningTotals } from './running-totals.js';

const IMMUTABLE: readonly (keyof Transaction)[] = [
  'id',
  'accountId',
  'type',
  'amount',
  'currency',
  'refundOf',
  'transferId',
  'counterpartyId',
  'refundId',
  'createdAt',
];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Invariants of the ledger, checked after each commit. */
export function checkLedgerInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('transactions')) {
    if (after === undefined) commit.report(`${key} was deleted`);
    else checkTransaction(commit, key, before, after);
  }
  for (const { key, before, after } of commit.of('entries')) {
    commit.require(before === undefined && after !== undefined, `the entry ${key} was changed`);
  }
  for (const { key, before, after } of commit.of('balances')) {
    if (after === undefined) commit.report(`the balance of ${key} was deleted`);
    else checkBalance(commit, before, after);
  }
  const touched = new Set<string>(commit.of('balances').map(({ key }) => key));
  for (const { after } of commit.of('transactions')) if (after !== undefined) touched.add(after.accountId);
  for (const accountId of touched) requireBalanced(commit, accountId);
  checkBalancesOfEvents(commit);
  checkRunningTotals(commit);
}

/** The newest event of an account's transactions has the balance after the commit. */
function checkBalancesOfEvents(commit: Commit): void {
  const newest = new Map<string, BalanceAmounts | undefined>();
  for (const { key, after } of commit.of('events')) {
    if (after?.type.startsWith('transaction.') !== true) continue;
    commit.require(after.balance !== undefined, `${key} has no balance`);
    newest.set(after.accountId, after.balance);
  }
  for (const [accountId, balance] of newest) {
    const { available, held, incoming } = commit.tables.balances.get(accountId) ?? {};
    commit.require(
      isDeepStrictEqual(balance, { available, held, incoming }),
      `the newest event of ${accountId} has another balance`,
    );
  }
}

function checkTransaction(
  commit: Commit,
  key: string,
  before: Transaction | undefined,
  after: Transaction,
): void {
  const { status, accountId, endedAt } = after;
  requireTimesInOrder(commit, key, before, after);
  commit.require(
    (status === 'pending') === (endedAt === undefined),
    `${key} is ${status} with endedAt ${endedAt?.toISOString() ?? 'unset'}`,
  );
  if (before === undefined) {
    commit.require(commit.hasEvent(key, 'transaction.created'), `no transaction.created event for ${key}`);
    commit.require(!commit.wasClosed(accountId), `${key} was created in a closed account`);
  } else {
    requireSame(commit, key, before, after, IMMUTABLE);
    if (before.status !== 'pending') {
      commit.require(before.status === status, `${key} was ${before.status} and became ${status}`);
      requireSame(commit, key, before, after, ['endedAt', 'failureReason']);
      commit.require(
        !commit.hasEvent(key, `transaction.${status}`),
        `a second transaction.${status} event for ${key}`,
      );
    }
  }
  if (status !== 'pending' && before?.status !== status)
    commit.require(
      commit.hasEvent(key, `transaction.${status}`),
      `no transaction.${status} event for ${key}`,
    );
  requirePosted(commit, key, after);
  if (after.refundOf !== undefined) requireRefundWithin(commit, after.refundOf);
}

function requirePosted({ tables, report }: Commit, key: string, { status, amount, type }: Transaction): void {
  const own = tables.entries.get(`${key} account`)?.amount;
  const clearing = tables.entries.get(`${key} clearing`)?.amount;
  const expected = status === 'succeeded' ? (type === 'payment' ? -amount : amount) : undefined;
  if (own !== expected || clearing !== (expected === undefined ? undefined : -expected)) {
    report(
      `${key} is ${status} with ${amount} and posted ${own ?? 'nothing'} against ${clearing ?? 'nothing'}`,
    );
  }
}

function requireRefundWithin({ tables, report }: Commit, paymentId: string): void {
  const payment = tables.transactions.get(paymentId);
  const refunds = [...tables.transactions.values()].filter(
    ({ refundOf, status }) => refundOf === paymentId && (status === 'pending' || status === 'succeeded'),
  );
  const refunded = sum(refunds.map(({ amount }) => amount));
  if (payment?.status !== 'succeeded' || payment.type !== 'payment' || refunded > payment.amount)
    report(
      `${refunded} are refunded of ${paymentId}, a ${payment?.status ?? 'missing'} payment of ${payment?.amount ?? 0}`,
    );
}

function checkBalance(commit: Commit, before: Balance | undefined, after: Balance): void {
  const { accountId, available, held, incoming, state } = after;
  const parts = [available, held, incoming];
  commit.require(
    parts.every((part) => Number.isSafeInteger(part) && part >= 0),
    `${accountId} has ${parts.join(', ')} available, held and incoming`,
  );
  requireTimesInOrder(commit, `the balance of ${accountId}`, before, after);
  if (before?.state === 'closed' && !isDeepStrictEqual(before, after))
    commit.report(`the closed balance of ${accountId} was changed`);
  if (state === 'closed')
    commit.require(
      held + incoming === 0,
      `the balance of ${accountId} was closed with ${held} held, ${incoming} incoming`,
    );
}

function requireBalanced(commit: Commit, accountId: string): void {
  for (const finding of imbalancesOf(commit.tables, accountId)) commit.report(finding);
}

/** Differences between a balance and the sums of its transactions and entries. */
export function imbalancesOf(tables: Tables, accountId: string): string[] {
  const balance = tables.balances.get(accountId);
  if (balance === undefined) return [`${accountId} has no balance`];
  const own = [...tables.transactions.values()].filter((transaction) => transaction.accountId === accountId);
  const pending = own.filter(({ status }) => status === 'pending');
  const held = sum(pending.filter(({ type }) => type === 'payment').map(({ amount }) => amount));
  const incoming = sum(pending.filter(({ type }) => type !== 'payment').map(({ amount }) => amount));
  const posted = sum(own.map(({ id }) => tables.entries.get(`${id} account`)?.amount ?? 0));
  const findings: string[] = [];
  const compare = (what: string, stored: number, sumOfRows: number): void => {
    if (stored !== sumOfRows)
      findings.push(`${accountId} has ${stored} ${what}, but its rows add up to ${sumOfRows}`);
  };
  compare('held', balance.held, held);
  compare('incoming', balance.incoming, incoming);
  compare('available and held', balance.available + balance.held, posted);
  compare('transactions that fix the currency', Number(balance.used), Number(own.length > 0));
  return findings;
}
