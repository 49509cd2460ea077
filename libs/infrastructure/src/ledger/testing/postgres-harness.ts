import type { Balance } from '@florin/ledger';
import type { LedgerHarness } from '@florin/ledger/testing';
import { uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { inSqlTransaction } from '../../postgres/sql-transaction.js';
import { verifyBooks } from '../../verification/verify-books.js';
import { insertItem } from '../../postgres/entity-mapping.js';
import { BalanceEntity, newBalanceRow } from '../balance.entity.js';
import { PostgresLedgerStore } from '../postgres-ledger.store.js';
import {
  PostgresBalanceReader,
  PostgresDueTransactions,
  PostgresEntryReader,
  PostgresEventReader,
  PostgresTransactionReader,
  PostgresTransferReader,
} from '../postgres-readers.js';
import { PostgresBalanceHistoryReader, PostgresRunningTotalsReader } from '../running-totals.js';

export function postgresHarness(dataSource: DataSource): LedgerHarness {
  return {
    store: new PostgresLedgerStore(dataSource),
    transactions: new PostgresTransactionReader(dataSource),
    transfers: new PostgresTransferReader(dataSource),
    balances: new PostgresBalanceReader(dataSource),
    entries: new PostgresEntryReader(dataSource),
    events: new PostgresEventReader(dataSource),
    history: new PostgresBalanceHistoryReader(dataSource),
    totals: new PostgresRunningTotalsReader(dataSource),
    due: new PostgresDueTransactions(dataSource),
    openBalance: (balance) => openAccountWithBalance(dataSource, balance),
    audit: async () => {
      const { checks } = await verifyBooks(dataSource);
      return checks.flatMap(({ name, findings }) =>
        findings.map((finding) => `${name}: ${JSON.stringify(finding)}`),
      );
    },
  };
}

const INSERT_ACCOUNT = `
  INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
  VALUES ($1, $2, 'Test', 'business', 'active', $3, 'UTC', 'en', $4, $4)`;

async function openAccountWithBalance(dataSource: DataSource, balance: Balance): Promise<void> {
  const { accountId, currency, updatedAt } = balance;
  await inSqlTransaction(dataSource, async (manager) => {
    await manager.query(INSERT_ACCOUNT, [
      uuidFromId(accountId),
      `${accountId}@example.com`,
      currency,
      updatedAt,
    ]);
    await insertItem(manager, BalanceEntity, newBalanceRow(balance));
  });
}
