import type { Role } from '@florin/identity';
import {
  sendOrThrow,
  type Fields,
  openTestAccount,
  ResourceGone,
  type TestAccount,
  logIn,
  PASSWORD,
  type Principal,
} from './test-account.js';
import type { Wire } from './wire.js';

const ACCOUNT_COUNT = 4;

const ANONYMOUS: Principal = { role: 'anonymous', token: undefined, visibleOwners: new Set() };

/**
 * The principals and resources that the fuzzer uses in the running service. Those that a case has ended are replaced at
 * their next use, so that no case stops the run.
 */
export class FuzzState {
  /** The owner of each resource by its id: an account, or a user without one. */
  readonly owners = new Map<string, string>();
  readonly #slots: (Promise<TestAccount> | undefined)[] = Array.from(
    { length: ACCOUNT_COUNT },
    () => undefined,
  );
  readonly #destinations = new Map<string, Promise<TestAccount>>();
  #admin: Promise<Principal> | undefined;
  #reservedAdmin: Promise<Principal> | undefined;
  #platformKey: Promise<Principal> | undefined;
  #count = 0;

  constructor(
    readonly wire: Wire,
    private readonly adminCredentials: { readonly email: string; readonly password: string },
  ) {}

  number(): number {
    this.#count += 1;
    return this.#count;
  }

  account(slot: number): Promise<TestAccount> {
    const index = slot % ACCOUNT_COUNT;
    const found = (this.#slots[index] ??= this.newAccount());
    found.catch(() => {
      if (this.#slots[index] === found) this.#slots[index] = undefined;
    });
    return found;
  }

  /** An account that no other case uses. */
  async newAccount(): Promise<TestAccount> {
    const account = await openTestAccount(this.wire, this.number(), await this.reservedAdminToken());
    const { accountId, owner, mark } = account;
    for (const id of [accountId, mark, owner.userId]) if (id !== undefined) this.owners.set(id, accountId);
    this.#rememberSession(owner);
    return account;
  }

  /** An account that receives transfers in this currency. It has no owner in `owners`: every caller may see its id. */
  async destinationFor(currency: string): Promise<TestAccount> {
    let found = this.#destinations.get(currency);
    if (found === undefined) {
      const adminToken = await this.reservedAdminToken();
      found = openTestAccount(this.wire, this.number(), adminToken, currency);
      found.catch(() => this.#destinations.delete(currency));
      this.#destinations.set(currency, found);
    }
    return found;
  }

  #rememberSession({ sessionId, userId }: Principal): void {
    if (sessionId !== undefined && userId !== undefined) this.owners.set(sessionId, userId);
  }

  /** An admin token that no case uses. */
  async reservedAdminToken(): Promise<string> {
    return (await (this.#reservedAdmin ??= this.newAdmin())).token ?? '';
  }

  async newAdmin(): Promise<Principal> {
    const { email, password } = this.adminCredentials;
    return { role: 'admin', ...(await logIn(this.wire, email, password)) };
  }

  principal(role: Role, account: TestAccount): Promise<Principal> {
    if (role === 'anonymous') return Promise.resolve(ANONYMOUS);
    if (role === 'admin')
      return (this.#admin ??= this.#evictOnFailure(this.newAdmin(), () => (this.#admin = undefined)));
    if (role === 'platform_key') {
      return (this.#platformKey ??= this.#evictOnFailure(
        this.#newPlatformKey(),
        () => (this.#platformKey = undefined),
      ));
    }
    const { principals } = account;
    let principal = principals.get(role);
    if (principal === undefined) {
      const created = role === 'account_key' ? this.#newAccountKey(account) : this.#newUser(role, account);
      principal = this.#evictOnFailure(created, () => principals.delete(role));
      principals.set(role, principal);
    }
    return principal;
  }

  /** Failures are not cached: the next use tries again. */
  #evictOnFailure(created: Promise<Principal>, evict: () => unknown): Promise<Principal> {
    created.catch(evict);
    return created;
  }

  async #newPlatformKey(): Promise<Principal> {
    const token = await this.reservedAdminToken();
    const created = await sendOrThrow(this.wire, 'POST', '/v1/api_keys', {
      token,
      body: { name: 'platform' },
    });
    return { role: 'platform_key', token: created.key as string, keyId: created.id as string };
  }

  async #newAccountKey({ owner, accountId, mark }: TestAccount): Promise<Principal> {
    const body = { name: `key ${mark}` };
    const created = await sendOrThrow(this.wire, 'POST', '/v1/api_keys', { token: owner.token, body });
    this.owners.set(created.id as string, accountId);
    const visibleOwners = new Set([accountId]);
    return { role: 'account_key', token: created.key as string, keyId: created.id as string, visibleOwners };
  }

  async #newUser(role: Role, { owner, accountId, mark }: TestAccount): Promise<Principal> {
    const isMember = role === 'member';
    const email = `u${this.number()}.${isMember ? mark : 'plain'}@example.com`;
    const body = { email, password: PASSWORD };
    const created = await sendOrThrow(this.wire, 'POST', '/v1/users', {
      token: isMember ? owner.token : undefined,
      body,
    });
    const userId = created.id as string;
    this.owners.set(userId, isMember ? accountId : userId);
    const principal: Principal = {
      role,
      ...(await logIn(this.wire, email)),
      visibleOwners: new Set(isMember ? [accountId, userId] : [userId]),
    };
    this.#rememberSession(principal);
    return principal;
  }

  /** Replaces the own and the foreign account of a case, because another case has changed them. */
  discardAccounts(slot: number): void {
    for (const index of [slot % ACCOUNT_COUNT, (slot + 1) % ACCOUNT_COUNT]) this.#slots[index] = undefined;
  }

  /** The next use of its slot opens a new account. */
  async discardAccount(accountId: unknown): Promise<void> {
    for (const [index, slot] of this.#slots.entries()) {
      const account = await slot?.catch(() => undefined);
      if (account?.accountId === accountId && this.#slots[index] === slot) this.#slots[index] = undefined;
    }
  }

  /** Replaces the principal with this user, session or key id. Without its owner, the whole account is replaced. */
  async discardPrincipal(id: unknown): Promise<void> {
    const matches = ({ userId, sessionId, keyId }: Principal): boolean =>
      [userId, sessionId, keyId].includes(id as string);
    for (const slot of this.#slots) {
      const account = await slot?.catch(() => undefined);
      for (const [role, principal] of account?.principals ?? []) {
        const found = await principal.catch(() => undefined);
        if (account === undefined || found === undefined || !matches(found)) continue;
        if (role === 'owner') await this.discardAccount(account.accountId);
        else account.principals.delete(role);
      }
    }
    const admin = await this.#admin?.catch(() => undefined);
    if (admin !== undefined && matches(admin)) this.#admin = undefined;
    const key = await this.#platformKey?.catch(() => undefined);
    if (key !== undefined && matches(key)) this.#platformKey = undefined;
  }

  /** Replaces the principal if its token is no longer accepted. */
  async replaceIfRevoked({ token, userId, sessionId, keyId }: Principal): Promise<void> {
    if (token === undefined) return;
    const target = userId === undefined ? '/v1/transactions?limit=1' : '/v1/auth/sessions?limit=1';
    try {
      await sendOrThrow(this.wire, 'GET', target, { token });
    } catch (error) {
      if (!(error instanceof ResourceGone)) throw error;
      await this.discardPrincipal(sessionId ?? keyId);
    }
  }

  /** Updates the state after a successful response. */
  async applyResponse(operation: string, exchange: SuccessfulExchange): Promise<void> {
    const { response, sent, principal, accountId } = exchange;
    const own = response.account_id ?? accountId;
    switch (operation) {
      case 'createAccount':
        this.#setOwner(response.id, response.id);
        return;
      case 'createUser':
        this.#setOwner(response.id, response.account_id ?? response.id);
        return;
      case 'createTransaction':
      case 'createPayment':
      case 'createRefund':
      case 'createSubscription':
      case 'createApiKey':
      case 'createWebhookEndpoint':
        this.#setOwner(response.id, own);
        this.#setOwner(response.latest_payment_id, own);
        return;
      case 'createTransfer':
        this.#setOwner(response.id, response.from_account_id);
        return;
      case 'logIn':
        this.#setOwner(response.session_id, (response.user as Fields).id);
        return;
      case 'refreshTokens':
        principal.refreshToken = response.refresh_token as string;
        return;
      case 'closeAccount':
        return this.discardAccount(response.id);
      case 'setAccountStatus':
        return response.status === 'active' ? undefined : this.#reactivate(response.id as string);
      case 'updateAccount':
        return this.#updateCurrency(response);
      case 'updateUser':
        return sent.password === undefined && sent.status === undefined
          ? undefined
          : this.discardPrincipal(response.id);
      case 'deleteUser':
      case 'revokeApiKey':
        return this.discardPrincipal(response.id);
      case 'endSession':
        return this.discardPrincipal(response.session_id);
      default:
    }
  }

  /** Most operations fail on a suspended account. */
  async #reactivate(accountId: string): Promise<void> {
    const token = await this.reservedAdminToken();
    const body = { status: 'active' };
    await sendOrThrow(this.wire, 'PATCH', `/v1/accounts/${accountId}`, { token, body }).catch(() =>
      this.discardAccount(accountId),
    );
  }

  #setOwner(id: unknown, owner: unknown): void {
    if (typeof id === 'string' && typeof owner === 'string') this.owners.set(id, owner);
  }

  async #updateCurrency({ id, settings }: Fields): Promise<void> {
    for (const slot of this.#slots) {
      const account = await slot?.catch(() => undefined);
      if (account !== undefined && account.accountId === id)
        account.currency = (settings as { currency: string }).currency;
    }
  }
}

export interface SuccessfulExchange {
  readonly response: Fields;
  /** The body that was sent, if it was an object. */
  readonly sent: Fields;
  readonly principal: Principal;
  readonly accountId: string;
}
