import type { AccountsStores, AccountsUnitOfWork } from '@florin/accounts';
import type { Ids } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { IDENTITY_REFUSALS, identityStores } from '../identity/identity-stores.js';
import { LedgerBooks } from '../ledger/ledger-books.js';
import { outboxOn } from '../ledger/numbered-events.js';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { accountDependents } from './account-dependents.js';
import { IdentityOwnerDirectory } from './identity-owner.directory.js';
import { LedgerAccountBooks } from './ledger-account-books.js';
import { ACCOUNT_REFUSALS, TypeOrmAccountRepository } from './typeorm-account.repository.js';

const accountsStores = (manager: EntityManager, ids: Ids, actor: string): AccountsStores => ({
  accounts: new TypeOrmAccountRepository(manager),
  owners: new IdentityOwnerDirectory(identityStores(manager), ids),
  books: new LedgerAccountBooks(new LedgerBooks(manager, ids, actor)),
  dependents: accountDependents(manager, ids, actor),
  events: outboxOn(manager, ids, actor),
});

/** An account's writes reach into users and books, so it also knows what their constraints mean. */
const REFUSALS: ConstraintRefusals = { ...IDENTITY_REFUSALS, ...ACCOUNT_REFUSALS };

export const accountsUnitOfWork = (dataSource: DataSource, ids: Ids): AccountsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => accountsStores(manager, ids, actor), REFUSALS);
