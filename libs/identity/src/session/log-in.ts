import type { Clock, Ids } from '@florin/kernel';
import { auditEntry, type Caller } from '../audit/audit.js';
import { refusal } from '../errors.js';
import type { IdentityStores, IdentityUnitOfWork } from '../stores.js';
import { inactiveUserError } from '../user/is-active.js';
import type { PasswordHasher } from '../user/password-hasher.js';
import { change, type User } from '../user/user.js';
import type { UserDirectory } from '../user/user.repository.js';
import { type Session, type SessionPolicy, start } from './session.js';
import { type TokenIssuer, type Tokens, tokensFor } from './tokens.js';

export interface LoggedIn {
  readonly tokens: Tokens;
  readonly user: User;
  readonly session: Session;
}

interface Credentials {
  readonly login: string;
  readonly password: string;
}

const MAX_TRIES = 3;

export class LogIn {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly directory: UserDirectory,
    private readonly hasher: PasswordHasher,
    private readonly issuer: TokenIssuer,
    private readonly policy: SessionPolicy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, credentials: Credentials): Promise<LoggedIn> {
    // A rehash or a new password may replace the hash during the check: retry with the new one.
    for (let triesLeft = MAX_TRIES; triesLeft > 0; triesLeft--) {
      const loggedIn = await this.tryLogIn(caller, credentials);
      if (loggedIn !== undefined) return loggedIn;
    }
    throw wrongCredentials();
  }

  /** Undefined if the stored hash was replaced during the check. */
  private async tryLogIn(caller: Caller, credentials: Credentials): Promise<LoggedIn | undefined> {
    const known = await this.directory.findByLogin(credentials.login);
    const { address } = caller;
    const matches = await this.hasher.verify(credentials.password, known?.passwordHash, address);
    if (known === undefined || !matches) throw wrongCredentials();
    const rehashed = this.hasher.needsRehash(known.passwordHash)
      ? await this.hasher.hash(credentials.password, address)
      : undefined;

    const openSession = async (stores: IdentityStores): Promise<LoggedIn | undefined> => {
      const now = this.clock.now();
      const user = await stores.users.lock(known.id);
      if (user?.passwordHash !== known.passwordHash) return undefined;
      const refusal = await inactiveUserError(stores, user);
      if (refusal !== undefined) throw refusal;
      const session = await this.startSession(stores, caller, user, now);
      if (rehashed !== undefined)
        await stores.users.save(change(user, { passwordHash: rehashed }, user.updatedAt));
      return { tokens: tokensFor(this.issuer, user, session, now), user, session };
    };
    return this.unitOfWork.run(openSession, undefined, known.id);
  }

  private async startSession(
    { sessions, audit }: IdentityStores,
    caller: Caller,
    user: User,
    now: Date,
  ): Promise<Session> {
    const { address, agent } = caller;
    const session = start({ id: this.ids.next('sess'), userId: user.id, address, agent }, this.policy, now);
    await sessions.add(session);
    const principal = { kind: 'user', userId: user.id, sessionId: session.id, role: user.role } as const;
    const act = { action: 'session.started', subjectId: session.id } as const;
    await audit.add(auditEntry(this.ids, { ...caller, principal }, act, now));
    return session;
  }
}

const wrongCredentials = () => refusal('invalid_credentials', 'Incorrect email or password.');
