import type { AccountId, EventEnvelope, Ids, Page, PageRequest, UserId } from '@florin/kernel';
import { type StoredResponse, MemoryUnitOfWork, SystemIds } from '@florin/kernel/memory';
import type { Account, AccountEvent } from '../account/account.js';
import type { Logo } from '../account/branding.js';
import { AccountDirectory, type AccountFilter } from '../account/account.directory.js';
import type { AccountsStores } from '../account/account.stores.js';
import { refusal } from '../errors.js';

export interface MemoryUser {
  readonly id: UserId;
  readonly email: string;
  readonly passwordHash: string;
  readonly accountId?: AccountId;
  readonly suspended: boolean;
}

export interface MemoryBalance {
  readonly currency: string;
  readonly state: 'open' | 'frozen' | 'closed';
  readonly transactions: number;
}

export type RecordedEvent = AccountEvent & Pick<EventEnvelope, 'actor'>;

/** Values are immutable, so a copy of the maps is a snapshot. */
export class MemoryState {
  constructor(
    readonly accounts = new Map<AccountId, Account>(),
    readonly users = new Map<UserId, MemoryUser>(),
    readonly balances = new Map<AccountId, MemoryBalance>(),
    readonly subscribed = new Set<AccountId>(),
    readonly responses = new Map<string, StoredResponse>(),
    readonly events: RecordedEvent[] = [],
    readonly collectingPayments = new Set<AccountId>(),
    readonly refunding = new Set<AccountId>(),
    readonly logos = new Map<AccountId, Logo>(),
    /** The closed accounts to which a mail is due. */
    readonly mails: AccountId[] = [],
  ) {}

  copy(): MemoryState {
    return new MemoryState(
      new Map(this.accounts),
      new Map(this.users),
      new Map(this.balances),
      new Set(this.subscribed),
      new Map(this.responses),
      [...this.events],
      new Set(this.collectingPayments),
      new Set(this.refunding),
      new Map(this.logos),
      [...this.mails],
    );
  }
}

export class MemoryAccountsUnitOfWork extends MemoryUnitOfWork<MemoryState, AccountsStores> {
  constructor(state = new MemoryState(), ids: Ids = new SystemIds()) {
    super(state, (current, actor) => storesOn(current, ids, actor));
  }
}

const emailExists = () => refusal('email_exists', 'That email is already in use.');

function storesOn(state: MemoryState, ids: Ids, actor: string): AccountsStores {
  return {
    accounts: accountsOn(state),
    owners: ownersOn(state, ids),
    balances: balancesOn(state),
    dependents: {
      hasActiveSubscriptions: (accountId) => Promise.resolve(state.subscribed.has(accountId)),
      hasPendingRefunds: (accountId) => Promise.resolve(state.refunding.has(accountId)),
      isCollectingPayments: (accountId) => Promise.resolve(state.collectingPayments.has(accountId)),
      terminate: async ({ id }) => {
        for (const user of state.users.values()) {
          if (user.accountId === id) state.users.set(user.id, { ...user, suspended: true });
        }
        return Promise.resolve();
      },
    },
    events: {
      append: async (events) => {
        state.events.push(...events.map((event) => ({ ...event, actor })));
        return Promise.resolve();
      },
    },
    mails: {
      addClosed: async ({ id }) => {
        state.mails.push(id);
        return Promise.resolve();
      },
    },
  };
}

function accountsOn(state: MemoryState): AccountsStores['accounts'] {
  const put = async (account: Account) => {
    const taken = [...state.accounts.values()].some(
      ({ id, email }) => id !== account.id && email === account.email,
    );
    if (taken) throw emailExists();
    state.accounts.set(account.id, account);
    return Promise.resolve();
  };
  return {
    lock: async (id) => {
      const account = state.accounts.get(id);
      if (account === undefined) throw refusal('not_found', 'There is no such account.');
      return Promise.resolve(account);
    },
    add: put,
    save: put,
    saveLogo: async (id, logo) => {
      if (logo === undefined) state.logos.delete(id);
      else state.logos.set(id, logo);
      return Promise.resolve();
    },
  };
}

function ownersOn(state: MemoryState, ids: Ids): AccountsStores['owners'] {
  const put = (user: MemoryUser) => {
    const taken = [...state.users.values()].some(({ id, email }) => id !== user.id && email === user.email);
    if (taken) throw emailExists();
    state.users.set(user.id, user);
  };
  return {
    add: async ({ id: accountId, email }, passwordHash) => {
      const id = ids.next('user');
      put({ id, email, passwordHash, accountId, suspended: false });
      return Promise.resolve();
    },
    changeEmail: async ({ id, email }) => {
      for (const user of [...state.users.values()]) if (user.accountId === id) put({ ...user, email });
      return Promise.resolve();
    },
  };
}

function balancesOn(state: MemoryState): AccountsStores['balances'] {
  const get = (accountId: AccountId): MemoryBalance => {
    const balance = state.balances.get(accountId);
    if (balance === undefined) throw new Error(`No balance for ${accountId}`);
    return balance;
  };
  const change = async (accountId: AccountId, changed: Partial<MemoryBalance>) => {
    state.balances.set(accountId, { ...get(accountId), ...changed });
    return Promise.resolve();
  };
  return {
    open: async ({ id, settings }) => {
      state.balances.set(id, { currency: settings.currency, state: 'open', transactions: 0 });
      return Promise.resolve();
    },
    lock: (accountId) => Promise.resolve({ hasTransactions: get(accountId).transactions > 0 }),
    lockForClosing: () => Promise.resolve(),
    changeCurrency: (accountId, currency) => change(accountId, { currency }),
    setAcceptsTransactions: (accountId, allowed) => change(accountId, { state: allowed ? 'open' : 'frozen' }),
    close: ({ id }) => change(id, { state: 'closed' }),
  };
}

export class MemoryAccountDirectory extends AccountDirectory {
  constructor(private readonly unitOfWork: MemoryAccountsUnitOfWork) {
    super();
  }

  find(id: AccountId): Promise<Account | undefined> {
    return Promise.resolve(this.unitOfWork.state.accounts.get(id));
  }

  findLogo(id: AccountId, version: string): Promise<Logo | undefined> {
    const logo = this.unitOfWork.state.logos.get(id);
    return Promise.resolve(logo?.version === version ? logo : undefined);
  }

  list(filter: AccountFilter, { page, limit }: PageRequest): Promise<Page<Account>> {
    const { status, type, createdAfter, createdBefore } = filter;
    const search = filter.search?.toLowerCase();
    const matching = [...this.unitOfWork.state.accounts.values()]
      .filter((account) => status === undefined || account.status === status)
      .filter((account) => type === undefined || account.type === type)
      .filter((account) => createdAfter === undefined || account.createdAt > createdAfter)
      .filter((account) => createdBefore === undefined || account.createdAt < createdBefore)
      .filter(({ name, email }) => !search || name.toLowerCase().includes(search) || email.includes(search))
      .sort((left, right) => (left.id < right.id ? 1 : -1));
    const start = (page - 1) * limit;
    return Promise.resolve({ items: matching.slice(start, start + limit), total: matching.length });
  }
}
