import type { Account, AccountStatus, AccountType, Language, TimeZone } from '@florin/accounts';
import { type Currency, type Email, idFromUuid, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { instant, optionalInstant } from '../postgres/columns.js';

export interface AccountRow {
  id: string;
  email: string;
  name: string;
  type: string;
  status: string;
  currency: string;
  timezone: string;
  language: string;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

export const AccountEntity = new EntitySchema<AccountRow>({
  name: 'account',
  tableName: 'accounts',
  columns: {
    id: { type: 'uuid', primary: true },
    email: { type: 'text' },
    name: { type: 'text' },
    type: { type: 'text' },
    status: { type: 'text' },
    currency: { type: 'text' },
    timezone: { type: 'text' },
    language: { type: 'text' },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    closedAt: optionalInstant('closed_at'),
  },
});

// What is in the table was parsed before it was put there, and CHECK constraints keep it so.
export const accountOf = (row: AccountRow): Account => ({
  id: idFromUuid('acct', row.id),
  email: row.email as Email,
  name: row.name,
  type: row.type as AccountType,
  status: row.status as AccountStatus,
  settings: {
    currency: row.currency as Currency,
    timezone: row.timezone as TimeZone,
    language: row.language as Language,
  },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...(row.closedAt !== null && { closedAt: row.closedAt }),
});

export const accountRowOf = ({ id, settings, closedAt, ...account }: Account): AccountRow => ({
  ...account,
  ...settings,
  id: uuidFromId(id),
  closedAt: closedAt ?? null,
});
