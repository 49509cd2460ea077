import type { AccountBalances, AccountMails, AccountsStores, AccountsUnitOfWork } from '@florin/accounts';
import { DomainError, type Ids } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { IDENTITY_REFUSALS, identityStores } from '../identity/identity-stores.js';
import { LedgerBalances } from '../ledger/ledger-balances.js';
import { createOutbox } from '../ledger/event-outbox.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { accountDependents } from './account-dependents.js';
import { IdentityOwnerDirectory } from '../accounts/identity-owner.directory.js';
import { TypeOrmAccountRepository } from '../accounts/typeorm-account.repository.js';

const accountsStores = (manager: EntityManager, ids: Ids, actor: string): AccountsStores => ({
  accounts: new TypeOrmAccountRepository(manager),
  owners: new IdentityOwnerDirectory(identityStores(manager), ids),
  balances: accountBalances(new LedgerBalances(manager, ids, actor)),
  dependents: accountDependents(manager, ids, actor),
  events: createOutbox(manager, ids, actor),
  mails: accountMails(new MailOutbox(manager)),
});

const accountMails = (outbox: MailOutbox): AccountMails => ({
  addClosed: async ({ id, closedAt }) => {
    await outbox.add({ kind: 'account_closed', accountId: id, subjectId: id, now: closedAt });
  },
});

const accountBalances = (balances: LedgerBalances): AccountBalances => ({
  open: ({ id, settings }, now) => balances.open(id, settings.currency, now),
  lock: async (accountId) => ({ hasTransactions: (await balances.lock(accountId)).used }),
  lockForClosing: (accountId) => balances.lockForClosing(accountId),
  changeCurrency: (accountId, currency, now) => balances.changeCurrency(accountId, currency, now),
  setAcceptsTransactions: (accountId, allowed, now) =>
    balances.setState(accountId, allowed ? 'open' : 'frozen', now),
  close: ({ id, closedAt }) => balances.close(id, closedAt),
});

const REFUSALS: ConstraintRefusals = {
  ...IDENTITY_REFUSALS,
  accounts_email_key: () => new DomainError('email_exists', 'An account with this email exists.'),
};

export const accountsUnitOfWork = (dataSource: DataSource, ids: Ids): AccountsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => accountsStores(manager, ids, actor), REFUSALS);
