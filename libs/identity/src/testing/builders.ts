import {
  type AccountId,
  type Email,
  addMilliseconds,
  parseEmail,
  parseId,
  type PasswordResetId,
} from '@florin/kernel';
import { SequentialIds, NOON, SteppedClock } from '@florin/kernel/testing';
import { type ApiKey, ApiKeySecrets, type ApiKeyInput, issue } from '../api-key/api-key.js';
import type { Caller } from '../audit/audit.js';
import type { Principal, UserPrincipal, UserRole } from '../access/principal.js';
import { PasswordResetTokens } from '../password-reset/password-reset-tokens.js';
import { type Session, SESSION_POLICY, type NewSession, start } from '../session/session.js';
import { type AccessClaims, type RefreshClaims, TokenIssuer } from '../session/tokens.js';
import { PasswordHasher } from '../user/password-hasher.js';
import { register, type User } from '../user/user.js';

export { SequentialIds, NOON, SteppedClock };

/** Readable hashes; `work` counts the hash computations. */
export class PlainHasher extends PasswordHasher {
  work = 0;

  constructor(readonly cost = 1) {
    super();
  }

  hash(password: string): Promise<string> {
    this.work += 1;
    return Promise.resolve(`${this.cost}:${password}`);
  }

  verify(password: string, hash: string | undefined): Promise<boolean> {
    this.work += 1;
    return Promise.resolve(hash?.slice(hash.indexOf(':') + 1) === password);
  }

  needsRehash(hash: string): boolean {
    return Number(hash.slice(0, hash.indexOf(':'))) < this.cost;
  }
}

export class PlainTokens extends TokenIssuer {
  readonly accessLifetimeSeconds = 3600;

  accessToken({ userId, sessionId }: AccessClaims, now: Date): string {
    return `access ${userId} ${sessionId} ${now.getTime()}`;
  }

  refreshToken({ sessionId, generation }: RefreshClaims): string {
    return `refresh ${sessionId} ${generation}`;
  }

  readRefreshToken(token: string): RefreshClaims | undefined {
    const [kind, sessionId, generation] = token.split(' ');
    if (kind !== 'refresh') return undefined;
    return { sessionId: sessionId as RefreshClaims['sessionId'], generation: Number(generation) };
  }
}

export class PlainResetTokens extends PasswordResetTokens {
  tokenOf(id: PasswordResetId): string {
    return `token of ${id}`;
  }

  read(token: string): PasswordResetId | undefined {
    return parseId('pwr', token.replace(/^token of /, ''));
  }
}

export class PlainApiKeys extends ApiKeySecrets {
  keyOf(id: string): string {
    return `flk_${id}`;
  }

  digestOf(key: string): string {
    return `digest of ${key}`;
  }
}

const ids = new SequentialIds(addMilliseconds(NOON, -1));
let counter = 0;

export const anEmail = (text = `person-${++counter}@example.com`): Email => {
  const email = parseEmail(text);
  if (email === undefined) throw new Error(`Not an email: ${text}`);
  return email;
};

export const anAccountId = (): AccountId => ids.next('acct');

export function aUser({ role = 'user', accountId, ...overrides }: Partial<User> = {}): User {
  const userAccountId = role === 'owner' || role === 'member' ? (accountId ?? anAccountId()) : undefined;
  const registration = { id: ids.next('user'), email: anEmail(), passwordHash: '1:a fine password', role };
  return {
    ...register({ ...registration, accountId: userAccountId }, overrides.createdAt ?? NOON),
    ...overrides,
  };
}

export function aSession(overrides: Partial<Session> & Partial<NewSession> = {}): Session {
  const input = { id: ids.next('sess'), userId: ids.next('user'), address: '127.0.0.1', agent: undefined };
  return { ...start(input, SESSION_POLICY, overrides.createdAt ?? NOON), ...overrides };
}

export function anApiKey(input: Partial<ApiKeyInput> = {}, overrides: Partial<ApiKey> = {}): ApiKey {
  const defaults = {
    id: ids.next('key'),
    kind: 'platform',
    accountId: undefined,
    createdBy: undefined,
    name: 'Shop',
    expiresAt: undefined,
  } as const;
  return { ...issue({ ...defaults, ...input }, new PlainApiKeys(), NOON), ...overrides };
}

export const aUserPrincipal = (role: UserRole, overrides: Partial<UserPrincipal> = {}): UserPrincipal => ({
  kind: 'user',
  userId: ids.next('user'),
  sessionId: ids.next('sess'),
  role,
  ...((role === 'owner' || role === 'member') && { accountId: anAccountId() }),
  ...overrides,
});

export const principalFor = (user: User, sessionId = ids.next('sess')): UserPrincipal => ({
  kind: 'user',
  userId: user.id,
  sessionId,
  role: user.role,
  ...(user.accountId !== undefined && { accountId: user.accountId }),
});

export const aCaller = (principal: Principal = { kind: 'anonymous' }): Caller => ({
  principal,
  address: '192.0.2.7',
  agent: 'a test',
});
