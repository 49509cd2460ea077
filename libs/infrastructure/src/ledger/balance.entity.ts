import type { Balance, LogHead } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';
import { CHAIN_START } from './event-chain.js';

/** The head of the event log is not part of the balance: it is read by those statements that write events. */
interface BalanceRow extends Balance {
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
    updatedAt: instant('updated_at'),
    headEventId: { ...optional(idColumn('evt', 'head_event_id')), select: false },
    headHash: { ...optional({ name: 'head_hash', type: 'text' }), select: false },
  },
});

export const balanceOf: (row: object) => Balance = rowReader(BalanceEntity);
export const balanceRowOf: (balance: Balance) => object = rowWriter(BalanceEntity);

/** A balance whose account has no events yet. */
export const newBalanceRow = (balance: Balance): BalanceRow => ({ ...balance, headHash: CHAIN_START });
