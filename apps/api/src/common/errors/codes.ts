import type { AccountsCode } from '@florin/accounts';
import type { IdentityCode } from '@florin/identity';
import type { InfrastructureCode } from '@florin/infrastructure';
import type { SharedCode } from '@florin/kernel';
import type { LedgerCode } from '@florin/ledger';
import type { PaymentsCode } from '@florin/payments';

/** The codes of the HTTP layer. */
type HttpCode = 'rate_limited' | 'internal_error' | 'unavailable';

/** A new code of a library does not compile here until it has a status. */
export type ErrorCode =
  SharedCode | IdentityCode | AccountsCode | LedgerCode | PaymentsCode | InfrastructureCode | HttpCode;

export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  currency_mismatch: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_grant: 401,
  insufficient_funds: 402,
  forbidden: 403,
  not_found: 404,
  account_not_found: 404,
  invalid_session: 404,
  conflict: 409,
  email_exists: 409,
  not_cancellable: 409,
  active_subscriptions: 409,
  idempotency_mismatch: 422,
  batch_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(STATUS, code);
