import type { Transaction } from '@florin/ledger';
import type { Commit } from './commit.js';

/** Both sides of a transfer agree after each commit, and both accounts have its events. */
export function checkTransferInvariants(commit: Commit): void {
  const changed = commit.of('transactions').filter(({ after }) => after?.transferId !== undefined);
  for (const id of new Set(changed.map(({ after }) => after?.transferId))) {
    const sides = [...commit.tables.transactions.values()].filter(({ transferId }) => transferId === id);
    checkSides(commit, String(id), sides);
  }
  for (const { before, after } of changed) {
    if (after === undefined || before?.status === after.status) continue;
    if (before === undefined) requireEvent(commit, after, 'transfer.created');
    if (after.status !== 'pending') requireEvent(commit, after, `transfer.${after.status}`);
  }
}

function checkSides(commit: Commit, id: string, sides: readonly Transaction[]): void {
  const source = sides.find(({ type }) => type === 'payment');
  const destination = sides.find(({ type }) => type === 'credit');
  if (sides.length !== 2 || source === undefined || destination === undefined) {
    commit.report(`${id} has ${sides.length} sides: ${sides.map(({ type }) => type).join(', ')}`);
    return;
  }
  commit.require(
    source.counterpartyId === destination.accountId && destination.counterpartyId === source.accountId,
    `the sides of ${id} do not name each other`,
  );
  for (const field of ['amount', 'currency', 'status'] as const)
    commit.require(
      source[field] === destination[field],
      `${field} of ${id} is ${source[field]} at the source and ${destination[field]} at the destination`,
    );
}

function requireEvent(commit: Commit, { accountId, transferId }: Transaction, type: string): void {
  const recorded = commit
    .of('events')
    .filter(
      ({ after }) => after?.subjectId === transferId && after?.accountId === accountId && after.type === type,
    );
  commit.require(
    recorded.length === 1,
    `${accountId} has ${recorded.length} events ${type} for ${transferId ?? ''}`,
  );
}
