import type { OperationName } from '@florin/identity';
import type { AccountId } from '@florin/kernel';
import { accountNotFound } from '@florin/payments';
import type { FastifyRequest } from 'fastify';
import { seenAccountNamed } from '../identity/access/seen-account.js';

/** The account that a customer is to pay. */
export function namedPayee(text: string, request: FastifyRequest, operation: OperationName): AccountId {
  const payee = seenAccountNamed(text, request, operation);
  if (payee === undefined) throw accountNotFound();
  return payee;
}
