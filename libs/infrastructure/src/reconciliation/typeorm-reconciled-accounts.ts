import type { AccountId } from '@florin/kernel';
import { type ReconciledAccount, ReconciledAccounts } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';

export class TypeOrmReconciledAccounts extends ReconciledAccounts {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: AccountId): Promise<ReconciledAccount | undefined> {
    const row = await this.dataSource.manager.findOneBy(AccountEntity, { id });
    return row === null ? undefined : { id, currency: row.currency, timezone: row.timezone };
  }
}
