import type { Account, AccountsStores } from '@florin/accounts';
import { type AccountId, DomainError, type Ids } from '@florin/kernel';
import { isBillable } from '@florin/payments';
import { terminateDependents } from '../../../libs/infrastructure/src/account-closing/account-dependents.js';
import { IdentityOwnerDirectory } from '../../../libs/infrastructure/src/accounts/identity-owner.directory.js';
import type { SqlTransaction } from '../sql-transaction.js';
import { identityStores } from './identity-stores.js';
import { appendEvents, SimulatedBalances } from './ledger-stores.js';
import { paymentsStores } from './payment-stores.js';

export function accountsStores(sql: SqlTransaction, ids: Ids): AccountsStores {
  const stores = { identity: identityStores(sql), payments: paymentsStores(sql, ids) };
  return {
    accounts: accountsOn(sql),
    owners: new IdentityOwnerDirectory(stores.identity, ids),
    balances: balancesOn(sql, ids),
    dependents: {
      hasActiveSubscriptions: async (accountId) => (await activeOf(sql, accountId)).length > 0,
      hasPendingRefunds: async (accountId) =>
        (
          await sql.select(
            'refunds',
            (refund) => refund.accountId === accountId && refund.status === 'pending',
          )
        ).length > 0,
      isCollectingPayments: (accountId) => hasOpenPaymentRequests(sql, accountId),
      terminate: (account, actor) => terminateDependents(stores, ids, account, actor),
    },
    events: { append: (events, now) => appendEvents(sql, ids, events, now) },
    // No simulated process sends mails.
    mails: { addClosed: () => Promise.resolve() },
  };
}

const activeOf = (sql: SqlTransaction, accountId: AccountId) =>
  sql.select(
    'subscriptions',
    (subscription) => subscription.accountId === accountId && isBillable(subscription),
  );

async function hasOpenPaymentRequests(sql: SqlTransaction, accountId: AccountId): Promise<boolean> {
  const requests = await sql.select(
    'requests',
    (request) => request.accountId === accountId && request.status === 'pending',
  );
  const subscriptions = await sql.select(
    'subscriptions',
    (subscription) => subscription.accountId === accountId && subscription.status !== 'canceled',
  );
  return requests.length + subscriptions.length > 0;
}

function accountsOn(sql: SqlTransaction): AccountsStores['accounts'] {
  const put = async (account: Account): Promise<void> => {
    await sql.claim(`accounts.email ${account.email}`);
    const isTaken = ({ id, email }: Account) => id !== account.id && email === account.email;
    if ((await sql.select('accounts', isTaken)).length > 0) {
      throw new DomainError('email_exists', 'An account with this email exists.');
    }
    await sql.writeNow('accounts', account.id, account);
  };
  return {
    lock: async (id) => {
      const account = await sql.lock('accounts', id);
      if (account === undefined) throw new DomainError('not_found', 'Account not found.');
      return account;
    },
    add: put,
    save: put,
    // No simulated client sends one.
    saveLogo: () => Promise.resolve(),
  };
}

function balancesOn(sql: SqlTransaction, ids: Ids): AccountsStores['balances'] {
  const balances = new SimulatedBalances(sql, ids);
  return {
    open: ({ id, settings }, now) => balances.open(id, settings.currency, now),
    lock: async (accountId) => ({ hasTransactions: (await balances.lock(accountId)).used }),
    lockForClosing: (accountId) => balances.lockForClosing(accountId),
    changeCurrency: async (accountId, currency, now) => {
      await balances.changeCurrency(accountId, currency, now);
    },
    setAcceptsTransactions: (accountId, allowed, now) =>
      balances.setState(accountId, allowed ? 'open' : 'frozen', now),
    close: ({ id, closedAt }) => balances.close(id, closedAt),
  };
}
