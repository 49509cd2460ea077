import type { OperationName } from '@florin/identity';
import { type AccountId, DomainError } from '@florin/kernel';
import { accountNotFound } from '@florin/payments';
import type { FastifyRequest } from 'fastify';
import { seenAccountNamed } from '../auth/seen-account.js';

/** The account that a customer is to pay. */
export function namedPayee(text: string, request: FastifyRequest, operation: OperationName): AccountId {
  const payee = seenPayee(text, request, operation);
  if (payee === undefined) throw accountNotFound();
  return payee;
}

/** Here an account that is not there has a code of its own, whether the body names it or the header does. */
function seenPayee(text: string, request: FastifyRequest, operation: OperationName): AccountId | undefined {
  try {
    return seenAccountNamed(text, request, operation);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw accountNotFound(error.message);
  }
}
