import { DomainError } from '@florin/kernel';
import { type OperationName, PERMISSIONS, type Reach, type Refusal } from './permissions.js';
import { type Principal, roleOf } from './principal.js';

const REFUSAL_MESSAGES: Readonly<Record<Refusal, string>> = {
  unauthorized: 'This token does not permit that.',
  forbidden: 'This token does not permit that.',
  not_found: 'There is no such thing.',
};

export const reachOf = (principal: Principal, operation: OperationName): Reach =>
  PERMISSIONS[operation].reach[roleOf(principal)];

/** The refusal that the operation gives to a caller we know; one we do not know has to say first who it is. */
export function refusalOf(principal: Principal, operation: OperationName): DomainError<Refusal> {
  if (principal.kind === 'anonymous') return unauthenticated();
  const { refusal } = PERMISSIONS[operation];
  return new DomainError(refusal, REFUSAL_MESSAGES[refusal]);
}

/** How far the principal reaches with the operation; refuses one that does not reach at all. */
export function authorize(principal: Principal, operation: OperationName): Exclude<Reach, 'none'> {
  const reach = reachOf(principal, operation);
  if (reach === 'none') throw refusalOf(principal, operation);
  return reach;
}

/** One answer for every token that does not work, so that a forger learns nothing from how it failed. */
export const unauthenticated = () =>
  new DomainError('unauthorized', 'A valid access token or API key is required.');
