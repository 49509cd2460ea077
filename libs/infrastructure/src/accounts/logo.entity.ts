import type { Logo } from '@florin/accounts';
import type { AccountId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { idColumn } from '../postgres/entity-mapping.js';

type LogoRow = Logo & { readonly accountId: AccountId };

/** Apart from the account, which is read with every payment page. */
export const LogoEntity = new EntitySchema<LogoRow>({
  name: 'account_logo',
  tableName: 'account_logos',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    version: { type: 'text' },
    type: { type: 'text' },
    content: { type: 'bytea' },
  },
});
