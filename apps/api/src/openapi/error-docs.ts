import type { ErrorCode } from '../common/errors/codes.js';

interface ErrorDoc {
  readonly meaning: string;
  /** What a message may say; callers act on the code and show the message. */
  readonly message: string;
}

/** What each code means to a caller, in the words of the document. */
export const ERROR_DOCS: Readonly<Record<ErrorCode, ErrorDoc>> = {
  invalid_request: {
    meaning: 'Something that was sent is missing, malformed or not allowed here; the message says what.',
    message: 'amount must be a whole number from 1 to 1000000000000, in minor units.',
  },
  currency_mismatch: {
    meaning: 'The currency is not the account’s.',
    message: "The account's currency is USD, not EUR.",
  },
  unauthorized: {
    meaning: 'The token is missing, expired or invalid, its user is not active, or it does not permit this.',
    message: 'A valid access token or API key is required.',
  },
  invalid_credentials: {
    meaning: 'The email or the password is not right.',
    message: 'The email or the password is not right.',
  },
  invalid_grant: {
    meaning: 'The refresh token is expired, revoked, spent or unknown. Log in again.',
    message: 'The refresh token is expired, revoked or invalid.',
  },
  insufficient_funds: {
    meaning: 'The account has less available than the payment takes. Nothing was stored.',
    message: 'The account has 1200 available, which is less than 7500.',
  },
  forbidden: {
    meaning: 'The token does not permit this.',
    message: 'This token does not permit that.',
  },
  not_found: {
    meaning: 'There is no such thing, or the caller may not see it.',
    message: 'There is no such thing.',
  },
  account_not_found: {
    meaning: 'account_id, or X-Account-Id, names no account that the caller sees.',
    message: 'There is no such account.',
  },
  invalid_session: {
    meaning: 'The session is unknown, has ended already, or is another’s.',
    message: 'There is no such session, or it has ended.',
  },
  conflict: {
    meaning:
      'It clashes with how things stand. Of a create: a request with the same Idempotency-Key is still running.',
    message: 'That is not possible as things stand now.',
  },
  email_exists: {
    meaning: 'The email is in use.',
    message: 'An account with this email exists.',
  },
  not_cancellable: {
    meaning: 'It has ended, or its customer is paying at this moment, and so cannot be canceled.',
    message: 'It has ended and cannot be canceled any more.',
  },
  active_subscriptions: {
    meaning: 'The account has subscriptions that are active or past due. Cancel or pause them first.',
    message: 'Cancel or pause the active subscriptions of the account first.',
  },
  idempotency_mismatch: {
    meaning: 'The Idempotency-Key was used before with another request.',
    message: 'This Idempotency-Key was used before with another request.',
  },
  rate_limited: {
    meaning: 'Too many requests. Retry-After says how many seconds to wait.',
    message: 'Too many requests; slow down.',
  },
  internal_error: {
    meaning: 'A fault on our side. The X-Request-Id helps to find it.',
    message: 'Something went wrong on our side. The X-Request-Id of this answer helps us find it.',
  },
  unavailable: {
    meaning:
      'Busy, shutting down, or without its database. Retry-After says when to come back. Nothing was changed unless ' +
      'the message says that this is not known; repeating it with its Idempotency-Key is safe either way.',
    message: 'The service is not available right now; try again shortly.',
  },
};
