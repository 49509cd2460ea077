import { DomainError } from '@florin/kernel';
import { TokenRejected } from '../errors.js';
import { type OperationName, PERMISSIONS, type Reach, type Refusal } from './permissions.js';
import { type Principal, roleOf } from './principal.js';

const REFUSAL_MESSAGES: Readonly<Record<Refusal, string>> = {
  unauthorized: 'This token is valid, but does not permit this operation.',
  forbidden: 'This token does not permit this operation.',
  not_found: 'There is no such resource.',
};

export const reachOf = (principal: Principal, operation: OperationName): Reach =>
  PERMISSIONS[operation].reach[roleOf(principal)];

/** An anonymous caller always gets `unauthorized`: it has to authenticate first. */
export function refusalOf(principal: Principal, operation: OperationName): DomainError<Refusal> {
  if (principal.kind === 'anonymous') return unauthenticated();
  const { refusal } = PERMISSIONS[operation];
  return missingPermission(operation, REFUSAL_MESSAGES[refusal]);
}

/** The refusal of the operation, for a caller with a valid token. */
export function missingPermission(operation: OperationName, message: string): DomainError<Refusal> {
  const { refusal } = PERMISSIONS[operation];
  return refusal === 'unauthorized'
    ? new TokenRejected('insufficient_scope', message)
    : new DomainError(refusal, message);
}

/** The scope of the operation for the caller's role. Throws the operation's refusal if the role has none. */
export function authorize(principal: Principal, operation: OperationName): Exclude<Reach, 'none'> {
  const reach = reachOf(principal, operation);
  if (reach === 'none') throw refusalOf(principal, operation);
  return reach;
}

const TOKEN_REQUIRED = 'A valid access token or API key is required.';

/** The request has no token. */
export const unauthenticated = () => new DomainError('unauthorized', TOKEN_REQUIRED);

/** The same error for every invalid token, so that it does not reveal which check failed. */
export const invalidToken = () => new TokenRejected('invalid_token', TOKEN_REQUIRED);
