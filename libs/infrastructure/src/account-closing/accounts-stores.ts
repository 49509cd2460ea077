import type { AccountBooks, AccountsStores, AccountsUnitOfWork } from '@florin/accounts';
import { DomainError, type Ids } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { IDENTITY_REFUSALS, identityStores } from '../identity/identity-stores.js';
import { LedgerBooks } from '../ledger/ledger-books.js';
import { outboxOn } from '../ledger/numbered-events.js';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { accountDependents } from './account-dependents.js';
import { IdentityOwnerDirectory } from '../accounts/identity-owner.directory.js';
import { TypeOrmAccountRepository } from '../accounts/typeorm-account.repository.js';

const accountsStores = (manager: EntityManager, ids: Ids, actor: string): AccountsStores => ({
  accounts: new TypeOrmAccountRepository(manager),
  owners: new IdentityOwnerDirectory(identityStores(manager), ids),
  books: accountBooks(new LedgerBooks(manager, ids, actor)),
  dependents: accountDependents(manager, ids, actor),
  events: outboxOn(manager, ids, actor),
});

const accountBooks = (books: LedgerBooks): AccountBooks => ({
  open: ({ id, settings }, now) => books.open(id, settings.currency, now),
  lock: async (accountId) => ({ hasTransactions: (await books.lock(accountId)).used }),
  changeCurrency: (accountId, currency, now) => books.changeCurrency(accountId, currency, now),
  allowNew: (accountId, allowed, now) => books.setState(accountId, allowed ? 'open' : 'frozen', now),
  close: ({ id, closedAt }) => books.close(id, closedAt),
});

const REFUSALS: ConstraintRefusals = {
  ...IDENTITY_REFUSALS,
  accounts_email_key: () => new DomainError('email_exists', 'An account with this email exists.'),
};

export const accountsUnitOfWork = (dataSource: DataSource, ids: Ids): AccountsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => accountsStores(manager, ids, actor), REFUSALS);
