import type { User } from '../user/user.js';
import { reachOf, refusalOf } from './access.js';
import type { OperationName } from './permissions.js';
import type { Principal } from './principal.js';
import { refusal } from '../errors.js';

/** What the caller is to the user it names. A caller that is nothing to it does not see it. */
export type Relation = 'self' | 'owner' | 'admin' | 'stranger';

export function relationTo(principal: Principal, user: User, operation: OperationName): Relation {
  if (principal.kind !== 'user') return 'stranger';
  const reach = reachOf(principal, operation);
  // Admins first: what an admin may do to everybody, it may do to itself.
  if (reach === 'any') return 'admin';
  if (principal.userId === user.id) return reach === 'none' ? 'stranger' : 'self';
  const isMember = user.role === 'member' && user.accountId === principal.accountId;
  return reach === 'members' && isMember ? 'owner' : 'stranger';
}

/** The user that the caller sees, or the same answer that an id of nobody gives. */
export function requireVisible(principal: Principal, user: User | undefined, operation: OperationName): User {
  if (user === undefined || relationTo(principal, user, operation) === 'stranger') {
    throw userNotFound();
  }
  return user;
}

/** What can be asked of a user at all; who may ask for which of it is told below. Null takes a name away. */
export interface UserChangeRequest {
  readonly name?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly status?: string | undefined;
  readonly password?: string | undefined;
}

const CHANGEABLE: Readonly<Record<Relation, readonly (keyof UserChangeRequest)[]>> = {
  self: ['name', 'username', 'password'],
  owner: ['name', 'status'],
  admin: ['name', 'username', 'password', 'status'],
  stranger: [],
};

/** Refuses a field that is not this caller's to change. */
export function checkChange(principal: Principal, user: User, request: UserChangeRequest): void {
  const allowed = CHANGEABLE[relationTo(principal, user, 'users.update')];
  const sent = Object.keys(request) as (keyof UserChangeRequest)[];
  const disallowed = sent.find((field) => request[field] !== undefined && !allowed.includes(field));
  if (disallowed !== undefined)
    throw refusal('unauthorized', `This token may not change the user's ${disallowed}.`);
}

/** Whether the caller may name that user in a deletion. Whoever it may not name is refused alike, existing or not. */
export function checkDeletion(principal: Principal, user: User | undefined): User {
  const isAdmin = reachOf(principal, 'users.delete') === 'any';
  if (user === undefined && isAdmin) throw userNotFound();
  if (user === undefined || relationTo(principal, user, 'users.delete') === 'stranger') {
    throw refusalOf(principal, 'users.delete');
  }
  return user;
}

const userNotFound = () => refusal('not_found', 'There is no such user.');
