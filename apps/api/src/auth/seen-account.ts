import { type OperationName, reachOf } from '@florin/identity';
import { type AccountId, DomainError, parseId } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';
import { actedFor, principalOf } from './caller.js';

/**
 * The account whose things exist for the caller: its own, or the one that `X-Account-Id` names. Undefined for those
 * who see all accounts and name none. For who has no account, no thing of any account exists. Handlers ask this after
 * the body was checked: what is malformed is malformed for everybody.
 */
export function seenAccountOf(request: FastifyRequest, operation: OperationName): AccountId | undefined {
  if (seesNothing(request, operation)) throw new DomainError('not_found', 'There is no such thing.');
  return actedFor(request);
}

/** Whether no thing of any account exists for the caller, so that a list of them has to be empty. */
export const seesNothing = (request: FastifyRequest, operation: OperationName): boolean =>
  actedFor(request) === undefined && !seesAll(request, operation);

/** The account that a body names, if the caller sees it. One that it does not see is one that does not exist. */
export function seenAccountNamed(
  text: string,
  request: FastifyRequest,
  operation: OperationName,
): AccountId | undefined {
  const seen = actedFor(request);
  const named = parseId('acct', text);
  const isSeen = seen === undefined ? seesAll(request, operation) : seen === named;
  return isSeen ? named : undefined;
}

const seesAll = (request: FastifyRequest, operation: OperationName): boolean =>
  reachOf(principalOf(request), operation) === 'any';
