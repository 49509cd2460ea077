import type { AccountsStores, AccountsUnitOfWork } from '@florin/accounts';
import type { Ids } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { identityClosureStep } from '../identity/identity-closure-step.js';
import { IDENTITY_REFUSALS, identityStores } from '../identity/identity-stores.js';
import { LedgerBooks } from '../ledger/ledger-books.js';
import { outboxOn } from '../ledger/outbox.js';
import { asksCustomers } from '../payments/asks-customers.js';
import { paymentsClosureStep } from '../payments/payments-closure-step.js';
import { paymentsStoresOn } from '../payments/payments-stores.js';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { subscriptionsClosureStep } from '../subscriptions/subscriptions-closure-step.js';
import { type ClosureStep, SteppedAccountDependents } from './closure-steps.js';
import { IdentityOwnerDirectory } from './identity-owner.directory.js';
import { LedgerAccountBooks } from './ledger-account-books.js';
import { ACCOUNT_REFUSALS, TypeOrmAccountRepository } from './typeorm-account.repository.js';

/** In the order in which they run when an account closes. */
function closureSteps(manager: EntityManager, ids: Ids, actor: string): readonly ClosureStep[] {
  const payments = paymentsStoresOn(ids)(manager, actor);
  return [
    identityClosureStep(identityStores(manager), ids),
    paymentsClosureStep(payments),
    subscriptionsClosureStep(manager, payments),
  ];
}

const accountsStores = (manager: EntityManager, ids: Ids, actor: string): AccountsStores => ({
  accounts: new TypeOrmAccountRepository(manager),
  owners: new IdentityOwnerDirectory(identityStores(manager), ids),
  books: new LedgerAccountBooks(new LedgerBooks(manager, ids, actor)),
  dependents: new SteppedAccountDependents(closureSteps(manager, ids, actor), (accountId) =>
    asksCustomers(manager, accountId),
  ),
  events: outboxOn(manager, ids, actor),
});

/** An account's writes reach into users and books, so it also knows what their constraints mean. */
const REFUSALS: ConstraintRefusals = { ...IDENTITY_REFUSALS, ...ACCOUNT_REFUSALS };

export const accountsUnitOfWork = (dataSource: DataSource, ids: Ids): AccountsUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => accountsStores(manager, ids, actor), REFUSALS);
