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

/** So many accounts live side by side; each is the others' foreigner. */
const ACCOUNT_COUNT = 4;

const ANONYMOUS: Principal = { role: 'anonymous', token: undefined, visibleOwners: new Set() };

/**
 * Everybody and everything the fuzzer knows of in the running service. Whoever a case has put an end to is replaced when
 * next needed, so that no request, however successful, ends the run.
 */
export class FuzzState {
  /** Whose a thing is, by its id: an account's, or that of a user who has none. */
  readonly owners = new Map<string, string>();
  readonly #slots: (Promise<TestAccount> | undefined)[] = Array.from(
    { length: ACCOUNT_COUNT },
    () => undefined,
  );
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

  /** One that no other case will meet. */
  async newAccount(): Promise<TestAccount> {
    const account = await openTestAccount(this.wire, this.number(), await this.reservedAdminToken());
    const { accountId, owner, mark } = account;
    for (const id of [accountId, mark, owner.userId]) if (id !== undefined) this.owners.set(id, accountId);
    this.#rememberSession(owner);
    return account;
  }

  #rememberSession({ sessionId, userId }: Principal): void {
    if (sessionId !== undefined && userId !== undefined) this.owners.set(sessionId, userId);
  }

  /** An admin's token that no case gets hold of. */
  async reservedAdminToken(): Promise<string> {
    return (await (this.#reservedAdmin ??= this.newAdmin())).token ?? '';
  }

  /** Another session of the admin's. */
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
    let principalOfRole = principals.get(role);
    if (principalOfRole === undefined) {
      const made = role === 'account_key' ? this.#newAccountKey(account) : this.#newUser(role, account);
      principalOfRole = this.#evictOnFailure(made, () => principals.delete(role));
      principals.set(role, principalOfRole);
    }
    return principalOfRole;
  }

  /** A failure is nobody's to keep: the next who asks tries anew. */
  #evictOnFailure(made: Promise<Principal>, forget: () => unknown): Promise<Principal> {
    made.catch(forget);
    return made;
  }

  async #newPlatformKey(): Promise<Principal> {
    const token = await this.reservedAdminToken();
    const made = await sendOrThrow(this.wire, 'POST', '/v1/api_keys', { token, body: { name: 'platform' } });
    return { role: 'platform_key', token: made.key as string, keyId: made.id as string };
  }

  async #newAccountKey({ owner, accountId, mark }: TestAccount): Promise<Principal> {
    const body = { name: `till ${mark}` };
    const made = await sendOrThrow(this.wire, 'POST', '/v1/api_keys', { token: owner.token, body });
    this.owners.set(made.id as string, accountId);
    const visibleOwners = new Set([accountId]);
    return { role: 'account_key', token: made.key as string, keyId: made.id as string, visibleOwners };
  }

  async #newUser(role: Role, { owner, accountId, mark }: TestAccount): Promise<Principal> {
    const isMember = role === 'member';
    const email = `u${this.number()}.${isMember ? mark : 'plain'}@example.com`;
    const body = { email, password: PASSWORD };
    const made = await sendOrThrow(this.wire, 'POST', '/v1/users', {
      token: isMember ? owner.token : undefined,
      body,
    });
    const userId = made.id as string;
    this.owners.set(userId, isMember ? accountId : userId);
    const principalOfRole: Principal = {
      role,
      ...(await logIn(this.wire, email)),
      visibleOwners: new Set(isMember ? [accountId, userId] : [userId]),
    };
    this.#rememberSession(principalOfRole);
    return principalOfRole;
  }

  /** Leaves the households of a case to themselves, because something in them is not as it was. */
  discardAccounts(slot: number): void {
    for (const index of [slot % ACCOUNT_COUNT, (slot + 1) % ACCOUNT_COUNT]) this.#slots[index] = undefined;
  }

  /** Puts an end to a household: the next who asks for it finds a new one. */
  async discardAccount(accountId: unknown): Promise<void> {
    for (const [index, slot] of this.#slots.entries()) {
      const account = await slot?.catch(() => undefined);
      if (account?.accountId === accountId && this.#slots[index] === slot) this.#slots[index] = undefined;
    }
  }

  /** Puts an end to whoever goes by one of these ids. An account does not outlive its owner's access. */
  async discardPrincipal(id: unknown): Promise<void> {
    const isMeant = ({ userId, sessionId, keyId }: Principal): boolean =>
      [userId, sessionId, keyId].includes(id as string);
    for (const slot of this.#slots) {
      const account = await slot?.catch(() => undefined);
      for (const [role, principalOfRole] of account?.principals ?? []) {
        const found = await principalOfRole.catch(() => undefined);
        if (account === undefined || found === undefined || !isMeant(found)) continue;
        if (role === 'owner') await this.discardAccount(account.accountId);
        else account.principals.delete(role);
      }
    }
    const admin = await this.#admin?.catch(() => undefined);
    if (admin !== undefined && isMeant(admin)) this.#admin = undefined;
    const key = await this.#platformKey?.catch(() => undefined);
    if (key !== undefined && isMeant(key)) this.#platformKey = undefined;
  }

  /** Whether a token still opens anything; whoever holds one that does not is replaced. */
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

  /** What an answer that granted something has changed in the world. */
  async applyResponse(operation: string, granted: Granted): Promise<void> {
    const { answer, sent, principal, accountId } = granted;
    const own = answer.account_id ?? accountId;
    switch (operation) {
      case 'createAccount':
        this.#setOwner(answer.id, answer.id);
        return;
      case 'createUser':
        this.#setOwner(answer.id, answer.account_id ?? answer.id);
        return;
      case 'createTransaction':
      case 'createPayment':
      case 'createSubscription':
      case 'createApiKey':
        this.#setOwner(answer.id, own);
        this.#setOwner(answer.latest_payment_id, own);
        return;
      case 'logIn':
        this.#setOwner(answer.session_id, (answer.user as Fields).id);
        return;
      case 'refreshTokens':
        principal.refreshToken = answer.refresh_token as string;
        return;
      case 'closeAccount':
        return this.discardAccount(answer.id);
      case 'setAccountStatus':
        return answer.status === 'active' ? undefined : this.#reactivate(answer.id as string);
      case 'updateAccount':
        return this.#updateCurrency(answer);
      case 'updateUser':
        return sent.password === undefined && sent.status === undefined
          ? undefined
          : this.discardPrincipal(answer.id);
      case 'deleteUser':
      case 'revokeApiKey':
        return this.discardPrincipal(answer.id);
      case 'endSession':
        return this.discardPrincipal(answer.session_id);
      default:
    }
  }

  /** Suspended, an account is of little use to the cases that follow. */
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

export interface Granted {
  readonly answer: Fields;
  /** The body that was sent, if it was an object. */
  readonly sent: Fields;
  readonly principal: Principal;
  readonly accountId: string;
}
