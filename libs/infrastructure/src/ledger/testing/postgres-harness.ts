import type { Book } from '@florin/ledger';
import type { LedgerHarness } from '@florin/ledger/testing';
import { uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { inSqlTransaction } from '../../postgres/sql-transaction.js';
import { verifyBooks } from '../../verification/verify-books.js';
import { insertItem } from '../../postgres/entity-mapping.js';
import { BookEntity } from '../book.entity.js';
import { PostgresLedgerStore } from '../postgres-ledger.store.js';
import {
  PostgresBookReader,
  PostgresDueTransactions,
  PostgresEventReader,
  PostgresTransactionReader,
} from '../postgres-readers.js';

export function postgresHarness(dataSource: DataSource): LedgerHarness {
  return {
    store: new PostgresLedgerStore(dataSource),
    transactions: new PostgresTransactionReader(dataSource),
    books: new PostgresBookReader(dataSource),
    events: new PostgresEventReader(dataSource),
    due: new PostgresDueTransactions(dataSource),
    openBook: (book) => openAccountWithBook(dataSource, book),
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

async function openAccountWithBook(dataSource: DataSource, book: Book): Promise<void> {
  const { accountId, currency, updatedAt } = book;
  await inSqlTransaction(dataSource, async (manager) => {
    await manager.query(INSERT_ACCOUNT, [
      uuidFromId(accountId),
      `${accountId}@example.com`,
      currency,
      updatedAt,
    ]);
    await insertItem(manager, BookEntity, book);
  });
}
