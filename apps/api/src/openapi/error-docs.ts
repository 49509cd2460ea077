import type { ErrorCode } from '../common/errors/codes.js';

interface ErrorDoc {
  readonly meaning: string;
  /** An example: clients must use the code, not the message. */
  readonly message: string;
}

export const ERROR_DOCS: Readonly<Record<ErrorCode, ErrorDoc>> = {
  invalid_request: {
    meaning: 'The request is invalid: something is missing, malformed or not allowed. See the message.',
    message: 'amount must be a whole number from 1 to 1000000000000, in minor units.',
  },
  batch_failed: {
    meaning: 'One transaction of an atomic batch was refused. Nothing was created.',
    message:
      'transactions[3] failed with insufficient_funds: Insufficient funds: 25.00 EUR available, 90.00 EUR required. Nothing was created.',
  },
  currency_mismatch: {
    meaning: 'The currency is not that of the account.',
    message: "The account's currency is USD, not EUR.",
  },
  unauthorized: {
    meaning:
      'The token is missing, expired, invalid or not allowed to do this, or its user is not active. `WWW-Authenticate` says which.',
    message: 'A valid access token or API key is required.',
  },
  invalid_credentials: {
    meaning: 'The email or the password is incorrect.',
    message: 'Incorrect email or password.',
  },
  invalid_grant: {
    meaning: 'The refresh token is expired, revoked, already used or unknown. Log in again.',
    message: 'The refresh token is expired, revoked or invalid.',
  },
  insufficient_funds: {
    meaning: 'The available balance is lower than the amount. No transaction was created.',
    message: 'Insufficient funds: 25.00 EUR available, 90.00 EUR required.',
  },
  forbidden: {
    meaning: 'The token does not have the permission.',
    message: 'This token does not permit this operation.',
  },
  not_found: {
    meaning: 'The object does not exist, or the token has no access to it.',
    message: 'There is no such resource.',
  },
  account_not_found: {
    meaning:
      'The account in `account_id` or `X-Account-Id` does not exist, or the token has no access to it.',
    message: 'There is no such account.',
  },
  invalid_session: {
    meaning: 'The session is unknown, has already ended, or belongs to another user.',
    message: 'There is no such session, or it has ended.',
  },
  conflict: {
    meaning:
      'The current state does not allow the operation. When you create an object: a request with the same `Idempotency-Key` is still in progress.',
    message: 'The transaction has already succeeded.',
  },
  email_exists: {
    meaning: 'The email is already in use.',
    message: 'An account with this email exists.',
  },
  not_cancellable: {
    meaning: 'It has already ended, or the customer is paying right now.',
    message: 'The transaction has already succeeded.',
  },
  active_subscriptions: {
    meaning: 'The account has subscriptions that are active or past due. Cancel or pause them first.',
    message: 'Cancel or pause the active subscriptions of the account first.',
  },
  idempotency_mismatch: {
    meaning: 'The `Idempotency-Key` was used before with a different request.',
    message: 'This Idempotency-Key was used before with another request.',
  },
  rate_limited: {
    meaning: 'Too many requests. Wait for the number of seconds in `Retry-After`.',
    message: 'Too many requests. Try again later.',
  },
  internal_error: {
    meaning: 'An internal error. The operator can find it in the log by its `X-Request-Id`.',
    message: 'Internal error. Report the X-Request-Id of this response to the operator.',
  },
  unavailable: {
    meaning:
      'Florin is overloaded, shutting down, or cannot reach its database. Retry after the number of seconds in ' +
      '`Retry-After`. Nothing was changed unless the message says that the outcome is unknown. A retry with the same ' +
      '`Idempotency-Key` is safe in both cases.',
    message: 'The service is not available right now; try again shortly.',
  },
};
