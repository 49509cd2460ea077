import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type ReconciliationId,
  type ReconciliationLineId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Reconciliation,
  type ReconciliationLine,
  ReconciliationReader,
  type ReconciliationResult,
} from '@florin/ledger';
import { type DataSource, Raw } from 'typeorm';
import { RECONCILIATIONS_BY_ID_HINT } from '../postgres/partial-index-hints.js';
import { readPage } from '../postgres/read-page.js';
import { ReconciliationEntity, reconciliationOf } from './reconciliation.entity.js';
import { ReconciliationLineEntity, reconciliationLineOf } from './reconciliation-line.entity.js';

export class TypeOrmReconciliationReader extends ReconciliationReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: ReconciliationId, accountId: AccountId | undefined): Promise<Reconciliation | undefined> {
    const where = accountId === undefined ? { id, ...BY_ID } : { id, accountId };
    return (await this.dataSource.manager.findOneBy(ReconciliationEntity, where)) ?? undefined;
  }

  list(
    accountId: AccountId | undefined,
    request: CursorRequest<ReconciliationId>,
  ): Promise<CursorPage<Reconciliation>> {
    const scope =
      accountId === undefined
        ? ([RECONCILIATIONS_BY_ID_HINT] as const)
        : (['account_id = ?', uuidFromId(accountId)] as const);
    return readPage(this.dataSource, ReconciliationEntity, [scope], request, reconciliationOf);
  }

  lines(
    { accountId, id }: Reconciliation,
    result: ReconciliationResult | undefined,
    request: CursorRequest<ReconciliationLineId>,
  ): Promise<CursorPage<ReconciliationLine>> {
    const conditions = [
      ['account_id = ? AND reconciliation_id = ?', uuidFromId(accountId), uuidFromId(id)] as const,
      result && (['result = ?', result] as const),
    ];
    return readPage(this.dataSource, ReconciliationLineEntity, conditions, request, reconciliationLineOf);
  }
}

const BY_ID = { matched: Raw((column) => `${column} > -1`) };
