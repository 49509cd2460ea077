import { accountActedFor, type OperationName, reachOf } from '@florin/identity';
import { type AccountId, parseId } from '@florin/kernel';
import { accountNotFound } from '@florin/payments';
import type { FastifyRequest } from 'fastify';
import { principalOf } from '../identity/access/caller.js';

/** The account that a customer is to pay. One that the caller does not see is one that does not exist. */
export function namedPayee(request: FastifyRequest, operation: OperationName, text: string): AccountId {
  const principal = principalOf(request);
  const header = request.headers['x-account-id'];
  const seen = accountActedFor(principal, Array.isArray(header) ? header.join(',') : header);
  const named = parseId('acct', text);
  const isSeen = seen === undefined ? reachOf(principal, operation) === 'any' : seen === named;
  if (named === undefined || !isSeen) throw accountNotFound();
  return named;
}
