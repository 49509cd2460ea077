import type { Balance, LogHead } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant, largeIntegerColumn } from '../postgres/columns.js';
import { CHAIN_START } from './event-chain.js';

/** The head of the event log is not part of the balance: it is read by those statements that write events. */
interface BalanceRow extends Omit<Balance, 'posted'> {
  readonly postedCount?: number | undefined;
  readonly totalIn?: bigint | undefined;
  readonly headEventId?: LogHead['eventId'];
  readonly headHash?: LogHead['hash'];
}

export const BalanceEntity = new EntitySchema<BalanceRow>({
  name: 'book',
  tableName: 'books',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    currency: { type: 'text' },
    state: { type: 'text' },
    used: { type: 'boolean' },
    available: { ...bigintColumn },
    held: { ...bigintColumn },
    incoming: { ...bigintColumn },
    postedCount: optional({ ...bigintColumn, name: 'posted_count' }),
    totalIn: optional({ ...largeIntegerColumn, name: 'total_in' }),
    updatedAt: instant('updated_at'),
    headEventId: { ...optional(idColumn('evt', 'head_event_id')), select: false },
    headHash: { ...optional({ name: 'head_hash', type: 'text' }), select: false },
  },
});

const fromRow = rowReader(BalanceEntity);
const toRow = rowWriter(BalanceEntity);

/** Of a row that `selectListOf` selects. */
export const balanceOf = (row: object): Balance => balanceOfItem(fromRow(row));

/** Of a row that TypeORM has read. */
export function balanceOfItem({ postedCount, totalIn, ...balance }: BalanceRow): Balance {
  const posted =
    postedCount === undefined || totalIn === undefined ? undefined : { count: postedCount, totalIn };
  return { ...balance, posted };
}

const flat = ({ posted, ...balance }: Balance): BalanceRow => ({
  ...balance,
  postedCount: posted?.count,
  totalIn: posted?.totalIn,
});

export const balanceRowOf = (balance: Balance): object => toRow(flat(balance));

/** A balance whose account has no events yet. */
export const newBalanceRow = (balance: Balance): BalanceRow => ({ ...flat(balance), headHash: CHAIN_START });
