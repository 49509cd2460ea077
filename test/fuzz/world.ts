import type { Role } from '@florin/identity';
import {
  ask,
  type Fields,
  foundHousehold,
  Gone,
  type Household,
  logIn,
  PASSWORD,
  type Principal,
} from './household.js';
import type { Wire } from './wire.js';

/** So many accounts live side by side; each is the others' foreigner. */
const HOUSEHOLDS = 4;

const ANONYMOUS: Principal = { role: 'anonymous', token: undefined, mayKnow: new Set() };

/**
 * Everybody and everything the fuzzer knows of in the running service. Whoever a case has put an end to is replaced when
 * next needed, so that no request, however successful, ends the run.
 */
export class World {
  /** Whose a thing is, by its id: an account's, or that of a user who has none. */
  readonly owners = new Map<string, string>();
  readonly #slots: (Promise<Household> | undefined)[] = Array.from({ length: HOUSEHOLDS }, () => undefined);
  #admin: Promise<Principal> | undefined;
  #keeper: Promise<Principal> | undefined;
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

  household(slot: number): Promise<Household> {
    const index = slot % HOUSEHOLDS;
    const found = (this.#slots[index] ??= this.newHousehold());
    found.catch(() => {
      if (this.#slots[index] === found) this.#slots[index] = undefined;
    });
    return found;
  }

  /** One that no other case will meet. */
  async newHousehold(): Promise<Household> {
    const household = await foundHousehold(this.wire, this.number(), await this.keeper());
    const { accountId, owner, mark } = household;
    for (const id of [accountId, mark, owner.userId]) if (id !== undefined) this.owners.set(id, accountId);
    this.#rememberSession(owner);
    return household;
  }

  #rememberSession({ sessionId, userId }: Principal): void {
    if (sessionId !== undefined && userId !== undefined) this.owners.set(sessionId, userId);
  }

  /** An admin's token that no case gets hold of. */
  async keeper(): Promise<string> {
    return (await (this.#keeper ??= this.newAdmin())).token ?? '';
  }

  /** Another session of the admin's. */
  async newAdmin(): Promise<Principal> {
    const { email, password } = this.adminCredentials;
    return { role: 'admin', ...(await logIn(this.wire, email, password)) };
  }

  principal(role: Role, household: Household): Promise<Principal> {
    if (role === 'anonymous') return Promise.resolve(ANONYMOUS);
    if (role === 'admin')
      return (this.#admin ??= this.#kept(this.newAdmin(), () => (this.#admin = undefined)));
    if (role === 'platform_key') {
      return (this.#platformKey ??= this.#kept(
        this.#newPlatformKey(),
        () => (this.#platformKey = undefined),
      ));
    }
    const { people } = household;
    let person = people.get(role);
    if (person === undefined) {
      const made = role === 'account_key' ? this.#newAccountKey(household) : this.#newUser(role, household);
      person = this.#kept(made, () => people.delete(role));
      people.set(role, person);
    }
    return person;
  }

  /** A failure is nobody's to keep: the next who asks tries anew. */
  #kept(made: Promise<Principal>, forget: () => unknown): Promise<Principal> {
    made.catch(forget);
    return made;
  }

  async #newPlatformKey(): Promise<Principal> {
    const token = await this.keeper();
    const made = await ask(this.wire, 'POST', '/v1/api_keys', { token, body: { name: 'platform' } });
    return { role: 'platform_key', token: made.key as string, keyId: made.id as string };
  }

  async #newAccountKey({ owner, accountId, mark }: Household): Promise<Principal> {
    const body = { name: `till ${mark}` };
    const made = await ask(this.wire, 'POST', '/v1/api_keys', { token: owner.token, body });
    this.owners.set(made.id as string, accountId);
    const mayKnow = new Set([accountId]);
    return { role: 'account_key', token: made.key as string, keyId: made.id as string, mayKnow };
  }

  async #newUser(role: Role, { owner, accountId, mark }: Household): Promise<Principal> {
    const isMember = role === 'member';
    const email = `u${this.number()}.${isMember ? mark : 'plain'}@example.com`;
    const body = { email, password: PASSWORD };
    const made = await ask(this.wire, 'POST', '/v1/users', {
      token: isMember ? owner.token : undefined,
      body,
    });
    const userId = made.id as string;
    this.owners.set(userId, isMember ? accountId : userId);
    const person: Principal = {
      role,
      ...(await logIn(this.wire, email)),
      mayKnow: new Set(isMember ? [accountId, userId] : [userId]),
    };
    this.#rememberSession(person);
    return person;
  }

  /** Leaves the households of a case to themselves, because something in them is not as it was. */
  abandon(slot: number): void {
    for (const index of [slot % HOUSEHOLDS, (slot + 1) % HOUSEHOLDS]) this.#slots[index] = undefined;
  }

  /** Puts an end to a household: the next who asks for it finds a new one. */
  async forgetAccount(accountId: unknown): Promise<void> {
    for (const [index, slot] of this.#slots.entries()) {
      const household = await slot?.catch(() => undefined);
      if (household?.accountId === accountId && this.#slots[index] === slot) this.#slots[index] = undefined;
    }
  }

  /** Puts an end to whoever goes by one of these ids. An account does not outlive its owner's access. */
  async forgetPerson(id: unknown): Promise<void> {
    const isMeant = ({ userId, sessionId, keyId }: Principal): boolean =>
      [userId, sessionId, keyId].includes(id as string);
    for (const slot of this.#slots) {
      const household = await slot?.catch(() => undefined);
      for (const [role, person] of household?.people ?? []) {
        const found = await person.catch(() => undefined);
        if (household === undefined || found === undefined || !isMeant(found)) continue;
        if (role === 'owner') await this.forgetAccount(household.accountId);
        else household.people.delete(role);
      }
    }
    const admin = await this.#admin?.catch(() => undefined);
    if (admin !== undefined && isMeant(admin)) this.#admin = undefined;
    const key = await this.#platformKey?.catch(() => undefined);
    if (key !== undefined && isMeant(key)) this.#platformKey = undefined;
  }

  /** Whether a token still opens anything; whoever holds one that does not is replaced. */
  async mourn({ token, userId, sessionId, keyId }: Principal): Promise<void> {
    if (token === undefined) return;
    const target = userId === undefined ? '/v1/transactions?limit=1' : '/v1/auth/sessions?limit=1';
    try {
      await ask(this.wire, 'GET', target, { token });
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      await this.forgetPerson(sessionId ?? keyId);
    }
  }

  /** What an answer that granted something has changed in the world. */
  async learn(operation: string, granted: Granted): Promise<void> {
    const { answer, sent, principal, accountId } = granted;
    const own = answer.account_id ?? accountId;
    switch (operation) {
      case 'createAccount':
        this.#own(answer.id, answer.id);
        return;
      case 'createUser':
        this.#own(answer.id, answer.account_id ?? answer.id);
        return;
      case 'createTransaction':
      case 'createPayment':
      case 'createSubscription':
      case 'createApiKey':
        this.#own(answer.id, own);
        this.#own(answer.latest_payment_id, own);
        return;
      case 'logIn':
        this.#own(answer.session_id, (answer.user as Fields).id);
        return;
      case 'refreshTokens':
        principal.refreshToken = answer.refresh_token as string;
        return;
      case 'closeAccount':
        return this.forgetAccount(answer.id);
      case 'setAccountStatus':
        return answer.status === 'active' ? undefined : this.#reactivate(answer.id as string);
      case 'updateAccount':
        return this.#learnCurrency(answer);
      case 'updateUser':
        return sent.password === undefined && sent.status === undefined
          ? undefined
          : this.forgetPerson(answer.id);
      case 'deleteUser':
      case 'revokeApiKey':
        return this.forgetPerson(answer.id);
      case 'endSession':
        return this.forgetPerson(answer.session_id);
      default:
    }
  }

  /** Suspended, an account is of little use to the cases that follow. */
  async #reactivate(accountId: string): Promise<void> {
    const token = await this.keeper();
    const body = { status: 'active' };
    await ask(this.wire, 'PATCH', `/v1/accounts/${accountId}`, { token, body }).catch(() =>
      this.forgetAccount(accountId),
    );
  }

  #own(id: unknown, owner: unknown): void {
    if (typeof id === 'string' && typeof owner === 'string') this.owners.set(id, owner);
  }

  async #learnCurrency({ id, settings }: Fields): Promise<void> {
    for (const slot of this.#slots) {
      const household = await slot?.catch(() => undefined);
      if (household !== undefined && household.accountId === id)
        household.currency = (settings as { currency: string }).currency;
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
