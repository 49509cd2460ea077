import type { Balance, Transaction } from '@florin/ledger';
import type { Tables } from '../database.js';
import { type Commit, requireSame, requireTimesInOrder } from './commit.js';

const FINAL: readonly (keyof Transaction)[] = [
  'id',
  'accountId',
  'type',
  'amount',
  'currency',
  'refundOf',
  'createdAt',
];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What must be true of money after each commit. */
export function checkLedgerInvariants(commit: Commit): void {
  for (const { key, before, after } of commit.of('transactions')) {
    if (after === undefined) commit.report(`${key} is gone`);
    else checkTransaction(commit, key, before, after);
  }
  for (const { key, before, after } of commit.of('entries')) {
    commit.require(before === undefined && after !== undefined, `the entry ${key} was changed`);
  }
  for (const { key, before, after } of commit.of('books')) {
    if (after === undefined) commit.report(`the book of ${key} is gone`);
    else checkBalance(commit, before, after);
  }
  const touched = new Set<string>(commit.of('books').map(({ key }) => key));
  for (const { after } of commit.of('transactions')) if (after !== undefined) touched.add(after.accountId);
  for (const accountId of touched) requireBalanced(commit, accountId);
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
    `${key} is ${status} and has no fitting end`,
  );
  if (before === undefined) {
    commit.require(commit.hasEvent(key, 'transaction.created'), `no event tells that ${key} was created`);
    commit.require(!commit.wasClosed(accountId), `${key} was created in a closed account`);
  } else {
    requireSame(commit, key, before, after, FINAL);
    if (before.status !== 'pending') {
      commit.require(before.status === status, `${key} was ${before.status} and became ${status}`);
      requireSame(commit, key, before, after, ['endedAt', 'failureReason']);
      commit.require(
        !commit.hasEvent(key, `transaction.${status}`),
        `it is told twice that ${key} is ${status}`,
      );
    }
  }
  if (status !== 'pending' && before?.status !== status)
    commit.require(commit.hasEvent(key, `transaction.${status}`), `no event tells that ${key} is ${status}`);
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
  requireTimesInOrder(commit, `the book of ${accountId}`, before, after);
  if (before?.state === 'closed') commit.report(`the closed book of ${accountId} was changed`);
  if (state === 'closed')
    commit.require(
      held + incoming === 0,
      `the book of ${accountId} was closed with ${held} held, ${incoming} incoming`,
    );
}

function requireBalanced(commit: Commit, accountId: string): void {
  for (const finding of imbalancesOf(commit.tables, accountId)) commit.report(finding);
}

/** Whether what the book says is what the transactions and entries add up to. */
export function imbalancesOf(tables: Tables, accountId: string): string[] {
  const book = tables.books.get(accountId);
  if (book === undefined) return [`${accountId} has no book`];
  const own = [...tables.transactions.values()].filter((transaction) => transaction.accountId === accountId);
  const pending = own.filter(({ status }) => status === 'pending');
  const held = sum(pending.filter(({ type }) => type === 'payment').map(({ amount }) => amount));
  const incoming = sum(pending.filter(({ type }) => type !== 'payment').map(({ amount }) => amount));
  const posted = sum(own.map(({ id }) => tables.entries.get(`${id} account`)?.amount ?? 0));
  const findings: string[] = [];
  const compare = (what: string, kept: number, counted: number): void => {
    if (kept !== counted)
      findings.push(`${accountId} has ${kept} ${what}, but its rows add up to ${counted}`);
  };
  compare('held', book.held, held);
  compare('incoming', book.incoming, incoming);
  compare('available and held', book.available + book.held, posted);
  compare('transactions that fix the currency', Number(book.used), Number(own.length > 0));
  return findings;
}
