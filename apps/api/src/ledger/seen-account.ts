import { accountActedFor, type OperationName, reachOf } from '@florin/identity';
import { type AccountId, DomainError } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';
import { principalOf } from '../identity/access/caller.js';

/**
 * The account whose things exist for the caller: its own, or the one that `X-Account-Id` names. Undefined for those
 * who see all accounts and name none. For who has no account, no thing of any account exists. Handlers ask this after
 * the body was checked: what is malformed is malformed for everybody.
 */
export function seenAccountOf(request: FastifyRequest, operation: OperationName): AccountId | undefined {
  const principal = principalOf(request);
  const header = request.headers['x-account-id'];
  const accountId = accountActedFor(principal, Array.isArray(header) ? header.join(',') : header);
  if (accountId === undefined && reachOf(principal, operation) !== 'any') {
    throw new DomainError('not_found', 'There is no such thing.');
  }
  return accountId;
}
