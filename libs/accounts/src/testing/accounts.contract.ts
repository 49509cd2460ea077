import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, DAY_MS, type Ids, MINUTE_MS, type IdempotentRequest } from '@florin/kernel';
import { type Account, type NewAccount } from '../account/account.js';
import type { AccountDirectory } from '../account/account.directory.js';
import type { AccountsUnitOfWork } from '../account/account.stores.js';
import { createLogo } from '../account/branding.js';
import { CloseAccount } from '../account/close-account.js';
import { OpenAccount } from '../account/open-account.js';
import { SetAccountStatus } from '../account/set-account-status.js';
import { UpdateAccount } from '../account/update-account.js';
import { aNewAccount, anActor, PlainOwnerPasswords, type SteppedClock } from './builders.js';
import { aPng } from './images.js';

export { aNewAccount, anActor, PlainOwnerPasswords, SequentialIds, SteppedClock } from './builders.js';

/** The adapter under test, with access to its data. */
export interface AccountsHarness {
  readonly unitOfWork: AccountsUnitOfWork;
  readonly directory: AccountDirectory;
  readonly clock: SteppedClock;
  readonly ids: Ids;
  readonly addUser: (email: string) => Promise<void>;
  readonly addTransaction: (account: Account) => Promise<void>;
  readonly createPaymentRequest: (account: Account) => Promise<void>;
  readonly owner: (accountId: AccountId) => Promise<{ readonly email: string; readonly suspended: boolean }>;
  readonly balance: (accountId: AccountId) => Promise<{ readonly currency: string; readonly state: string }>;
  /** The types of the account's own events, oldest first. */
  readonly events: (accountId: AccountId) => Promise<readonly string[]>;
}

/** The contract of every adapter of `AccountsStores`. */
export function accountsContract(name: string, makeHarness: () => Promise<AccountsHarness>): void {
  describe(`accounts on ${name}`, () => {
    const shared = {} as { harness: AccountsHarness };
    beforeAll(async () => {
      shared.harness = await makeHarness();
    });
    const use = (): AccountsTestContext => contextOf(shared.harness);

    describe('opening', () => {
      opening(use);
    });
    describe('updating', () => {
      updating(use);
    });
    describe('setting the status', () => {
      settingTheStatus(use);
    });
    describe('closing', () => {
      closing(use);
    });
    describe('listing', () => {
      listing(use);
    });
  });
}

interface AccountsTestContext extends AccountsHarness {
  readonly freshEmail: () => string;
  readonly open: (
    input?: Partial<NewAccount>,
    idempotentRequest?: IdempotentRequest<Account>,
  ) => Promise<Account>;
  readonly openAccount: OpenAccount;
  readonly updateAccount: UpdateAccount;
  readonly setAccountStatus: SetAccountStatus;
  readonly closeAccount: CloseAccount;
}

let emails = 0;

function contextOf(harness: AccountsHarness): AccountsTestContext {
  const { unitOfWork, clock, ids } = harness;
  const openAccount = new OpenAccount(unitOfWork, new PlainOwnerPasswords(), ids, clock);
  const freshEmail = () => `holder-${++emails}@example.com`;
  return {
    ...harness,
    freshEmail,
    openAccount,
    open: async (input = {}, idempotentRequest) => {
      const newAccount = { ...aNewAccount({ email: freshEmail() }), ...input, password: 'correct horse' };
      const outcome = await openAccount.execute(anActor(), newAccount, idempotentRequest);
      if (outcome.replayed) throw new Error('Unexpected replay.');
      return outcome.value;
    },
    updateAccount: new UpdateAccount(unitOfWork, clock),
    setAccountStatus: new SetAccountStatus(unitOfWork, clock),
    closeAccount: new CloseAccount(unitOfWork, clock),
  };
}

function opening(use: () => AccountsTestContext): void {
  it('stores the account with its owner, balance and event', async () => {
    const { open, directory, owner, balance, events } = use();
    const settings = { currency: 'KWD', timezone: 'Asia/Kuwait', language: 'ar' };
    const account = await open({ name: '  Grüße 🪙  ', type: 'individual', settings });
    expect(await directory.find(account.id)).toEqual(account);
    expect(account).toMatchObject({ name: 'Grüße 🪙', type: 'individual', status: 'active', settings });
    expect(await owner(account.id)).toEqual({ email: account.email, suspended: false });
    expect(await balance(account.id)).toEqual({ currency: 'KWD', state: 'open' });
    expect(await events(account.id)).toEqual(['account.opened']);
  });

  it('rejects an email that another account has, in any case, and stores nothing', async () => {
    const { open, directory, freshEmail, clock } = use();
    const email = freshEmail();
    await open({ email });
    const createdAfter = clock.advance(DAY_MS);
    clock.advance(1);
    await expect(open({ email: email.toUpperCase() })).rejects.toMatchObject({ code: 'email_exists' });
    expect(await directory.list({ createdAfter }, { page: 1, limit: 10 })).toEqual({ items: [], total: 0 });
  });

  it('rejects an email that a user has, and stores nothing', async () => {
    const { open, addUser, freshEmail, directory, clock } = use();
    const email = freshEmail();
    await addUser(email);
    const createdAfter = clock.advance(DAY_MS);
    clock.advance(1);
    await expect(open({ email })).rejects.toMatchObject({ code: 'email_exists' });
    expect(await directory.list({ createdAfter }, { page: 1, limit: 10 })).toEqual({ items: [], total: 0 });
  });

  it('rejects the email of a closed account', async () => {
    const { open, closeAccount } = use();
    const { id, email } = await open();
    await closeAccount.execute(anActor(), id);
    await expect(open({ email })).rejects.toMatchObject({ code: 'email_exists' });
  });

  it('replays the response of an idempotency key and rejects the key with another request', async () => {
    const { open, openAccount, freshEmail } = use();
    const email = freshEmail();
    const idempotentRequest = (fingerprint: string): IdempotentRequest<Account> => ({
      principal: 'anonymous',
      accountId: undefined,
      path: '/v1/accounts',
      key: `key of ${email}`,
      fingerprint,
      present: ({ id }) => ({ id }),
    });
    const account = await open({ email }, idempotentRequest('first'));
    const input = { ...aNewAccount({ email }), password: 'correct horse' };
    expect(await openAccount.execute(anActor(), input, idempotentRequest('first'))).toEqual({
      replayed: true,
      response: { id: account.id },
    });
    await expect(openAccount.execute(anActor(), input, idempotentRequest('second'))).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('opens exactly one of several concurrent accounts with the same email', async () => {
    const { open, freshEmail } = use();
    const email = freshEmail();
    const attempts = Array.from({ length: 12 }, (_, index) =>
      open({ email: index % 2 ? email : email.toUpperCase() }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(11);
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'email_exists' });
  });
}

function updating(use: () => AccountsTestContext): void {
  it('stores the change and updates the owner’s login email', async () => {
    const { open, updateAccount, directory, owner, events, clock, freshEmail } = use();
    const account = await open();
    const email = freshEmail();
    clock.advance(MINUTE_MS);
    const updated = await updateAccount.execute(anActor(), account.id, {
      email: email.toUpperCase(),
      settings: { language: 'DE-ch' },
    });
    expect(updated).toEqual({
      ...account,
      email,
      settings: { ...account.settings, language: 'de-CH' },
      updatedAt: clock.now(),
    });
    expect(await directory.find(account.id)).toEqual(updated);
    expect(await owner(account.id)).toEqual({ email, suspended: false });
    expect(await events(account.id)).toEqual(['account.opened', 'account.updated']);
  });

  it('stores the branding, with the logo apart, until it is replaced or cleared', async () => {
    const { open, updateAccount, directory } = use();
    const [first, second] = [createLogo(aPng(8), 'first'), createLogo(aPng(9), 'second')];
    const { id } = await open({ branding: { logo: first } });
    const logo = async (version: string) => {
      const found = await directory.findLogo(id, version);
      return found && { ...found, content: Buffer.from(found.content).toString('hex') };
    };
    const stored = ({ content, ...others }: typeof first) => ({
      ...others,
      content: Buffer.from(content).toString('hex'),
    });
    expect(await logo('first')).toMatchObject(stored(first));
    const website = 'https://shop.example/';
    const change = { color: '#0f5c4a', logo: second, supportEmail: 'help@shop.example', website };
    const updated = await updateAccount.execute(anActor(), id, { branding: change });
    expect(updated.branding).toEqual({ ...change, logo: 'second' });
    expect(await directory.find(id)).toEqual(updated);
    expect(await logo('first')).toBeUndefined();
    expect(await logo('second')).toMatchObject(stored(second));
    await updateAccount.execute(anActor(), id, { branding: { color: null } });
    expect(await logo('second')).toMatchObject(stored(second));
    await updateAccount.execute(anActor(), id, { branding: { logo: null } });
    expect(await logo('second')).toBeUndefined();
    expect((await directory.find(id))?.branding).toEqual({
      color: undefined,
      logo: undefined,
      supportEmail: 'help@shop.example',
      website,
    });
  });

  it('changes nothing, without an event, when the values are the same', async () => {
    const { open, updateAccount, directory, events, clock } = use();
    const account = await open();
    clock.advance(MINUTE_MS);
    await updateAccount.execute(anActor(), account.id, {
      name: account.name,
      email: account.email,
      settings: { currency: 'USD' },
    });
    expect(await directory.find(account.id)).toEqual(account);
    expect(await events(account.id)).toEqual(['account.opened']);
  });

  it('changes the currency of the balance until there is a transaction', async () => {
    const { open, updateAccount, addTransaction, balance, directory } = use();
    const { id } = await open();
    const account = await updateAccount.execute(anActor(), id, { settings: { currency: 'JPY' } });
    expect(await balance(id)).toEqual({ currency: 'JPY', state: 'open' });
    await addTransaction(account);
    const toUsd = updateAccount.execute(anActor(), id, { settings: { currency: 'USD' }, name: 'Another' });
    await expect(toUsd).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await directory.find(id)).toEqual(account);
    const sameAgain = updateAccount.execute(anActor(), id, {
      settings: { currency: 'JPY' },
      name: 'Another',
    });
    expect(await sameAgain).toMatchObject({ name: 'Another' });
  });

  it('rejects a change of the currency while a payment request is pending', async () => {
    const { open, updateAccount, createPaymentRequest, balance, directory } = use();
    const account = await open();
    await createPaymentRequest(account);
    const toJpy = updateAccount.execute(anActor(), account.id, { settings: { currency: 'JPY' } });
    await expect(toJpy).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await directory.find(account.id)).toEqual(account);
    expect(await balance(account.id)).toEqual({ currency: account.settings.currency, state: 'open' });
  });

  it.each(['account', 'user'] as const)(
    'rejects an email that another %s has and changes nothing',
    async (holder) => {
      const { open, updateAccount, addUser, directory, owner, freshEmail } = use();
      const account = await open();
      const email = freshEmail();
      await (holder === 'account' ? open({ email }) : addUser(email));
      const updating = updateAccount.execute(anActor(), account.id, { email, name: 'Another' });
      await expect(updating).rejects.toMatchObject({ code: 'email_exists' });
      expect(await directory.find(account.id)).toEqual(account);
      expect(await owner(account.id)).toEqual({ email: account.email, suspended: false });
    },
  );

  it('throws not_found for an unknown account', async () => {
    const { updateAccount, ids } = use();
    const updating = updateAccount.execute(anActor(), ids.next('acct'), { name: 'Unknown' });
    await expect(updating).rejects.toMatchObject({ code: 'not_found' });
  });
}

function settingTheStatus(use: () => AccountsTestContext): void {
  it('freezes the balance of an account that is not active and thaws it again', async () => {
    const { open, setAccountStatus, directory, balance, events } = use();
    const { id } = await open();
    const states: string[] = [];
    for (const status of ['suspended', 'pending', 'pending', 'active'] as const) {
      await setAccountStatus.execute(anActor(), id, status);
      expect(await directory.find(id)).toMatchObject({ status });
      states.push((await balance(id)).state);
    }
    expect(states).toEqual(['frozen', 'frozen', 'frozen', 'open']);
    const expected = ['account.opened', 'account.suspended', 'account.pending', 'account.activated'];
    expect(await events(id)).toEqual(expected);
  });
}

function closing(use: () => AccountsTestContext): void {
  it.each(['active', 'suspended', 'pending'] as const)(
    'closes a %s account and terminates its dependents',
    async (status) => {
      const {
        open,
        setAccountStatus,
        closeAccount,
        addTransaction,
        directory,
        owner,
        balance,
        events,
        clock,
      } = use();
      const account = await open();
      await addTransaction(account);
      await setAccountStatus.execute(anActor(), account.id, status);
      clock.advance(MINUTE_MS);
      const closed = await closeAccount.execute(anActor(), account.id);
      const now = clock.now();
      expect(closed).toEqual({ ...account, status: 'closed', updatedAt: now, closedAt: now });
      expect(await directory.find(account.id)).toEqual(closed);
      expect(await owner(account.id)).toEqual({ email: account.email, suspended: true });
      expect(await balance(account.id)).toMatchObject({ state: 'closed' });
      expect((await events(account.id)).at(-1)).toBe('account.closed');
    },
  );

  it('closes once with concurrent requests, and rejects later changes', async () => {
    const { open, closeAccount, updateAccount, setAccountStatus, events } = use();
    const { id } = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => closeAccount.execute(anActor(), id)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const later of [
      updateAccount.execute(anActor(), id, { name: 'Another' }),
      setAccountStatus.execute(anActor(), id, 'active'),
    ]) {
      await expect(later).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await events(id)).toEqual(['account.opened', 'account.closed']);
  });
}

function listing(use: () => AccountsTestContext): void {
  it('lists matching accounts by page, newest first, with exclusive bounds', async () => {
    const { open, directory, clock, setAccountStatus } = use();
    const createdAfter = clock.advance(DAY_MS);
    await open();
    const accounts: Account[] = [];
    for (let index = 0; index < 5; index++) {
      clock.advance(MINUTE_MS);
      accounts.unshift(await open({ type: index % 2 ? 'individual' : 'business' }));
    }
    const createdBefore = clock.advance(MINUTE_MS);
    await open();
    const [fifth, fourth, third, second, first] = accounts;
    const bounds = { createdAfter, createdBefore };
    const list = async (filter: object, page = 1, limit = 2) =>
      directory.list({ ...bounds, ...filter }, { page, limit });

    expect(await list({})).toEqual({ items: [fifth, fourth], total: 5 });
    expect(await list({}, 3)).toEqual({ items: [first], total: 5 });
    expect(await list({}, 4)).toEqual({ items: [], total: 5 });
    expect(await list({ type: 'individual' })).toEqual({ items: [fourth, second], total: 2 });
    const suspended = await setAccountStatus.execute(anActor(), third!.id, 'suspended');
    expect(await list({ status: 'suspended' })).toEqual({ items: [suspended], total: 1 });
    expect(await list({ status: 'suspended', type: 'individual' })).toEqual({ items: [], total: 0 });
  });

  it('searches names and emails, ignoring case, with % and _ as literals', async () => {
    const { open, directory, clock, freshEmail } = use();
    const createdAfter = clock.advance(DAY_MS);
    clock.advance(1);
    const email = `search.${freshEmail()}`;
    const ada = await open({ name: 'Ada Größe Ltd', email });
    const percent = await open({ name: '100 % Cotton_Wool' });
    const found = async (search: string) =>
      (await directory.list({ createdAfter, search }, { page: 1, limit: 10 })).items;
    expect(await found('aDA grö')).toEqual([ada]);
    expect(await found(email.slice(2, 12).toUpperCase())).toEqual([ada]);
    expect(await found('% c')).toEqual([percent]);
    expect(await found('cotton_')).toEqual([percent]);
    expect(await found('ada_gr')).toEqual([]);
    expect(await found('unknown')).toEqual([]);
    expect(await directory.list({ createdAfter, search: 'o' }, { page: 2, limit: 1 })).toMatchObject({
      total: 2,
    });
  });

  it('returns undefined for an unknown id', async () => {
    const { directory, ids } = use();
    expect(await directory.find(ids.next('acct'))).toBeUndefined();
  });
}
