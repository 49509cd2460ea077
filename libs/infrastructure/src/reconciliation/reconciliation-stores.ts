import type {
  Period,
  PostedLine,
  ReconciledAccount,
  Reconciliation,
  ReconciliationLine,
  ReconciliationRepository,
  ReconciliationUnitOfWork,
} from '@florin/ledger';
import type { DataSource, EntityManager } from 'typeorm';
import { insertItem } from '../postgres/entity-mapping.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { readPostedLines } from './posted-lines.js';
import { ReconciliationEntity } from './reconciliation.entity.js';
import { reconciliationLineRowOf } from './reconciliation-line.entity.js';

const INSERT_LINES = `
  INSERT INTO reconciliation_lines (account_id, reconciliation_id, id, result, file_line, file_reference, file_amount,
    file_date, file_description, transaction_id, posted_reference, posted_amount, posted_date)
  SELECT "accountId", "reconciliationId", id, result, "lineNumber", "fileReference", "fileAmount", "fileDate",
    description, "transactionId", "postedReference", "postedAmount", "postedDate"
  FROM json_to_recordset($1::json) AS new ("accountId" uuid, "reconciliationId" uuid, id uuid, result text,
    "lineNumber" integer, "fileReference" text, "fileAmount" bigint, "fileDate" date, description text,
    "transactionId" uuid, "postedReference" text, "postedAmount" bigint, "postedDate" date)`;

class TypeOrmReconciliationRepository implements ReconciliationRepository {
  constructor(private readonly manager: EntityManager) {}

  postedLines(account: ReconciledAccount, period: Period): AsyncIterable<readonly PostedLine[]> {
    return readPostedLines(this.manager, account, period);
  }

  add(reconciliation: Reconciliation): Promise<void> {
    return insertItem(this.manager, ReconciliationEntity, reconciliation);
  }

  async addLines(lines: readonly ReconciliationLine[]): Promise<void> {
    await this.manager.query(INSERT_LINES, [JSON.stringify(lines.map(reconciliationLineRowOf))]);
  }
}

export const reconciliationUnitOfWork = (dataSource: DataSource): ReconciliationUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager) => new TypeOrmReconciliationRepository(manager));
