import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type EventEnvelope,
  type EventId,
  firstIdAt,
  idFromUuid,
  addMilliseconds,
  prefixOf,
  type TransactionId,
  type TransferId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Balance,
  BalanceReader,
  type DueTransaction,
  DueTransactionReader,
  type Entry,
  EntryReader,
  type EventFilter,
  EventReader,
  type LogHead,
  LogHeadReader,
  type Transaction,
  type TransactionFilter,
  TransactionReader,
  type Transfer,
  type TransferFilter,
  transferOf,
  TransferReader,
} from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';
import { selectListOf } from '../postgres/columns.js';
import { readNamed } from '../postgres/named-query.js';
import {
  BY_ID_HINT,
  BY_STATUS_HINT,
  BY_TRANSFER,
  BY_TRANSFER_HINT,
  EVENTS_BY_ID_HINT,
} from '../postgres/partial-index-hints.js';
import { type Condition, readPage } from '../postgres/read-page.js';
import { createBatchLoader } from '../postgres/batch-loader.js';
import { BalanceEntity, balanceOfItem } from './balance.entity.js';
import { EntryEntity, entryOf } from './entry.entity.js';
import { EventEntity, eventOf } from './event.entity.js';
import { TransactionEntity, transactionOf } from './transaction.entity.js';

const FIND = {
  name: 'transactions_find',
  text: `SELECT ${selectListOf(TransactionEntity)} FROM transactions WHERE id = ANY ($1::uuid[]) AND ${BY_ID_HINT}`,
};

const FIND_ROUTED = {
  name: 'transactions_find_routed',
  text: `SELECT ${selectListOf(TransactionEntity)} FROM transactions WHERE id = $1 AND account_id = $2`,
};

export class PostgresTransactionReader extends TransactionReader {
  private readonly byId = createBatchLoader(async (ids: readonly TransactionId[]) => {
    const rows = await readNamed<object>(this.dataSource, FIND, [ids.map(uuidFromId)]);
    return new Map(rows.map(transactionOf).map((found) => [found.id, found]));
  });

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined> {
    if (accountId !== undefined && shardsOf(this.dataSource).areDistributed)
      return this.findInAccount(id, accountId);
    const found = await this.byId.load(id);
    return accountId === undefined || found?.accountId === accountId ? found : undefined;
  }

  /** On Citus from the node of the account alone, so that it works while another node is down. */
  private async findInAccount(id: TransactionId, accountId: AccountId): Promise<Transaction | undefined> {
    const rows = await readNamed<object>(this.dataSource, FIND_ROUTED, [
      uuidFromId(id),
      uuidFromId(accountId),
    ]);
    return rows.map(transactionOf)[0];
  }

  async list(
    filter: TransactionFilter,
    request: CursorRequest<TransactionId>,
  ): Promise<CursorPage<Transaction>> {
    const { refundOf } = filter;
    if (refundOf === undefined) return this.page(filter, request);
    // Refunds are in the account of their payment, and the index of refunds starts with the account.
    const payment = await this.find(refundOf, filter.accountId);
    if (payment === undefined) return { items: [], hasMore: false };
    return this.page({ ...filter, accountId: payment.accountId }, request);
  }

  private page(
    filter: TransactionFilter,
    request: CursorRequest<TransactionId>,
  ): Promise<CursorPage<Transaction>> {
    const { accountId, status, type, reference, amountMin, amountMax, refundOf, from, until } = filter;
    const conditions: (Condition | undefined)[] = [
      accountId === undefined ? [allAccountsHint(filter)] : ['account_id = ?', uuidFromId(accountId)],
      status && ['status = ?', status],
      type && ['type = ?', type],
      reference === undefined ? undefined : ['reference = ?', reference],
      // With the column alone the planner derives the condition of an index over all accounts, see partial-index-hints.ts.
      amountMin === undefined ? undefined : ['(amount + 0) >= ?', amountMin],
      amountMax === undefined ? undefined : ['amount <= ?', amountMax],
      refundOf && ['refund_of = ?', uuidFromId(refundOf)],
      // Ids start with the time of creation.
      from && ['id >= ?', uuidFromId(firstIdAt('txn', from))],
      until && ['id < ?', uuidFromId(firstIdAt('txn', until))],
    ];
    return readPage(this.dataSource, TransactionEntity, conditions, request, transactionOf);
  }
}

/** Partial indexes by status and by type exclude succeeded transactions and payments, which are the most common. */
const allAccountsHint = ({ status = 'succeeded', type = 'payment' }: TransactionFilter): string =>
  status === 'succeeded' && type === 'payment' ? BY_ID_HINT : BY_STATUS_HINT;

export class PostgresTransferReader extends TransferReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: TransferId, accountId: AccountId | undefined): Promise<Transfer | undefined> {
    const side = await this.dataSource.manager.findOneBy(TransactionEntity, {
      transferId: id,
      ...(accountId === undefined ? { type: 'payment', ...BY_TRANSFER } : { accountId }),
    });
    return side === null ? undefined : transferOf(side);
  }

  list(
    { accountId, status }: TransferFilter,
    request: CursorRequest<TransferId>,
  ): Promise<CursorPage<Transfer>> {
    const conditions: (Condition | undefined)[] = [
      ['transfer_id IS NOT NULL'],
      accountId === undefined
        ? [`type = 'payment' AND ${BY_TRANSFER_HINT}`]
        : ['account_id = ?', uuidFromId(accountId)],
      status && ['status = ?', status],
    ];
    const itemOf = (row: object): Transfer => transferOf(transactionOf(row));
    return readPage(this.dataSource, TransactionEntity, conditions, request, itemOf, 'transfer_id');
  }
}

export class PostgresBalanceReader extends BalanceReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(accountId: AccountId): Promise<Balance | undefined> {
    const found = await this.dataSource.manager.findOneBy(BalanceEntity, { accountId });
    return found === null ? undefined : balanceOfItem(found);
  }
}

export class PostgresLogHeadReader extends LogHeadReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(accountId: AccountId): Promise<LogHead | undefined> {
    const select = { accountId: true, headEventId: true, headHash: true } as const;
    const found = await this.dataSource.manager.findOne(BalanceEntity, { select, where: { accountId } });
    return found === null ? undefined : { accountId, eventId: found.headEventId, hash: found.headHash };
  }
}

export class PostgresEntryReader extends EntryReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async list(accountId: AccountId, transactionId: TransactionId): Promise<readonly Entry[]> {
    const found = await this.dataSource.manager.find(EntryEntity, {
      where: { accountId, transactionId },
      order: { line: 'ASC' },
    });
    return found.map(entryOf);
  }
}

export class PostgresEventReader extends EventReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  list(
    accountId: AccountId | undefined,
    request: CursorRequest<EventId>,
    { type, subjectId }: EventFilter = {},
  ): Promise<CursorPage<EventEnvelope>> {
    const conditions: (Condition | undefined)[] = [
      accountId === undefined ? [EVENTS_BY_ID_HINT] : ['account_id = ?', uuidFromId(accountId)],
      type === undefined ? undefined : ['type = ?', type],
      subjectId && ['subject_id = ? AND subject_kind = ?', uuidFromId(subjectId), prefixOf(subjectId)],
    ];
    return readPage(this.dataSource, EventEntity, conditions, request, eventOf);
  }
}

const BEFORE_ALL = firstIdAt('txn', new Date(0));

export class PostgresDueTransactions extends DueTransactionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async findPending(
    createdUntil: Date,
    limit: number,
    after: TransactionId = BEFORE_ALL,
  ): Promise<readonly DueTransaction[]> {
    const text = `SELECT account_id AS "accountId", id, transfer_id AS "transferId" FROM transactions
      WHERE status = 'pending' AND ${BY_STATUS_HINT} AND id > $1 AND id < $2
        AND (transfer_id IS NULL OR type = 'payment') AND refund_id IS NULL ORDER BY id LIMIT $3`;
    const until = firstIdAt('txn', addMilliseconds(createdUntil, 1));
    const values = [uuidFromId(after), uuidFromId(until), limit];
    const rows = await this.dataSource.query<{ accountId: string; id: string; transferId: string | null }[]>(
      text,
      values,
    );
    return rows.map(({ id, accountId, transferId }) => ({
      id: idFromUuid('txn', id),
      accountId: idFromUuid('acct', accountId),
      transferId: transferId === null ? undefined : idFromUuid('trf', transferId),
    }));
  }
}
