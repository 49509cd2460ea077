import type { User } from '../user/user.js';
import { authorize, reachOf, refusalOf } from './access.js';
import type { OperationName } from './permissions.js';
import type { Principal } from './principal.js';
import { refusal, TokenRejected } from '../errors.js';

/** The caller's relation to a user. A stranger does not see the user. */
export type Relation = 'self' | 'owner' | 'admin' | 'stranger';

export function relationTo(principal: Principal, user: User, operation: OperationName): Relation {
  if (principal.kind !== 'user') return 'stranger';
  const reach = reachOf(principal, operation);
  // Before `self`: an admin may change its own user as it may change any other.
  if (reach === 'any') return 'admin';
  if (principal.userId === user.id) return reach === 'none' ? 'stranger' : 'self';
  const isMember = user.role === 'member' && user.accountId === principal.accountId;
  return reach === 'members' && isMember ? 'owner' : 'stranger';
}

/** Throws the same error for an unknown id and for a user that the caller may not see. */
export function requireVisible(principal: Principal, user: User | undefined, operation: OperationName): User {
  if (user === undefined || relationTo(principal, user, operation) === 'stranger') {
    throw userNotFound();
  }
  return user;
}

/** Null removes the value. `CHANGEABLE` lists who may change which field. */
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

export function checkChange(principal: Principal, user: User, request: UserChangeRequest): void {
  const allowed = CHANGEABLE[relationTo(principal, user, 'users.update')];
  const sent = Object.keys(request) as (keyof UserChangeRequest)[];
  const disallowed = sent.find((field) => request[field] !== undefined && !allowed.includes(field));
  if (disallowed !== undefined)
    throw new TokenRejected('insufficient_scope', `This token may not change the user's ${disallowed}.`);
}

/** Unlike reads and updates, it reveals that the user exists. Ids cannot be guessed. */
export function checkDeletion(principal: Principal, user: User | undefined): User {
  authorize(principal, 'users.delete');
  if (user === undefined) throw userNotFound();
  if (relationTo(principal, user, 'users.delete') === 'stranger') throw refusalOf(principal, 'users.delete');
  return user;
}

const userNotFound = () => refusal('not_found', 'There is no such user.');
