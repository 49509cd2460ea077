import {
  type AccountId,
  type Email,
  invalidRequest,
  stateMachine,
  notBefore,
  transition,
  type UserId,
} from '@florin/kernel';
import type { UserRole } from '../access/principal.js';
import { refusal } from '../errors.js';

export const USER_STATUSES = ['pending', 'active', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export interface User {
  readonly id: UserId;
  readonly email: Email;
  readonly username: string | undefined;
  readonly name: string | undefined;
  readonly passwordHash: string;
  readonly status: UserStatus;
  readonly role: UserRole;
  /** Set for owners and members only. */
  readonly accountId: AccountId | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type UserAction = 'activate' | 'suspend' | 'defer';

/** An update may set any status, so every transition is allowed. */
export const USER_STATE_MACHINE = stateMachine<UserStatus, UserAction>({
  initial: ['active'],
  transitions: {
    pending: { activate: 'active', suspend: 'suspended', defer: 'pending' },
    active: { activate: 'active', suspend: 'suspended', defer: 'pending' },
    suspended: { activate: 'active', suspend: 'suspended', defer: 'pending' },
  },
});

const ACTION_FOR_STATUS: Readonly<Record<UserStatus, UserAction>> = {
  pending: 'defer',
  active: 'activate',
  suspended: 'suspend',
};

export interface Registration {
  readonly id: UserId;
  readonly email: Email;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly passwordHash: string;
  readonly role: UserRole;
  readonly accountId?: AccountId | undefined;
}

export function register(registration: Registration, now: Date): User {
  const { role, accountId } = registration;
  if ((role === 'owner' || role === 'member') !== (accountId !== undefined)) {
    throw new TypeError(
      `A user with role ${role} ${accountId === undefined ? 'needs an' : 'has no'} account`,
    );
  }
  return {
    id: registration.id,
    email: registration.email,
    username: registration.username,
    name: registration.name,
    passwordHash: registration.passwordHash,
    status: 'active',
    role,
    accountId,
    createdAt: now,
    updatedAt: now,
  };
}

/** An absent field stays as it is; an undefined name or username is removed. */
export interface UserChange {
  readonly name?: string | undefined;
  readonly username?: string | undefined;
  readonly status?: UserStatus;
  readonly passwordHash?: string;
}

/** Returns the same object if nothing changes. */
export function change(user: User, fields: UserChange, now: Date): User {
  const { status, ...rest } = fields;
  const changed: User = {
    ...user,
    ...rest,
    status: status === undefined ? user.status : transitionTo(user.status, status),
  };
  return isSame(user, changed) ? user : { ...changed, updatedAt: notBefore(user.updatedAt, now) };
}

const isSame = (one: User, other: User): boolean =>
  one.name === other.name &&
  one.username === other.username &&
  one.status === other.status &&
  one.passwordHash === other.passwordHash;

/** The owner's email follows the email of its account. */
export const changeEmail = (user: User, email: Email, now: Date): User => ({
  ...user,
  email,
  updatedAt: notBefore(user.updatedAt, now),
});

export const suspend = (user: User, now: Date): User => change(user, { status: 'suspended' }, now);

function transitionTo(from: UserStatus, to: UserStatus): UserStatus {
  return transition(USER_STATE_MACHINE, from, ACTION_FOR_STATUS[to], () =>
    refusal('conflict', `A ${from} user cannot become ${to}.`),
  );
}

// No "@", so that a login is either an email or a username; ASCII, so that PostgreSQL and JavaScript fold case alike.
export const USERNAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';
const USERNAME = new RegExp(USERNAME_PATTERN);

export function parseUsername(text: string): string {
  if (!USERNAME.test(text)) {
    throw invalidRequest(
      'username must have 1 to 64 letters from A to Z, digits, dots, dashes or underscores, and begin with a letter or digit.',
    );
  }
  return text;
}

export function parseUserStatus(text: string): UserStatus {
  const status = USER_STATUSES.find((known) => known === text);
  if (status === undefined) throw invalidRequest(`status must be one of ${USER_STATUSES.join(', ')}.`);
  return status;
}
