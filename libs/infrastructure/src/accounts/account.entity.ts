import type { Account, AccountSettings } from '@florin/accounts';
import { EntitySchema } from 'typeorm';
import { idColumn, optional } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

export type AccountRow = Omit<Account, 'settings' | 'closedAt'> &
  AccountSettings & { readonly closedAt: Date | undefined };

export const AccountEntity = new EntitySchema<AccountRow>({
  name: 'account',
  tableName: 'accounts',
  columns: {
    id: { ...idColumn('acct'), primary: true },
    email: { type: 'text' },
    name: { type: 'text' },
    type: { type: 'text' },
    status: { type: 'text' },
    currency: { type: 'text' },
    timezone: { type: 'text' },
    language: { type: 'text' },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    closedAt: optional(instant('closed_at')),
  },
});

export const accountOf = ({ currency, timezone, language, closedAt, ...row }: AccountRow): Account => ({
  ...row,
  settings: { currency, timezone, language },
  ...(closedAt !== undefined && { closedAt }),
});

export const accountRowOf = ({ settings, closedAt, ...account }: Account): AccountRow => ({
  ...account,
  ...settings,
  closedAt,
});
