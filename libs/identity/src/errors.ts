import { DomainError, type SharedCode } from '@florin/kernel';

/** Error codes of this library. */
export type IdentityCode =
  | SharedCode
  | 'unauthorized'
  | 'forbidden'
  | 'invalid_credentials'
  | 'invalid_grant'
  | 'invalid_session'
  | 'email_exists';

/** As in RFC 6750. A new token helps only against `invalid_token`. */
export type TokenProblem = 'invalid_token' | 'insufficient_scope';

/** The request had a bearer token, which is not valid or lacks the permission. */
export class TokenRejected extends DomainError<'unauthorized'> {
  constructor(
    readonly problem: TokenProblem,
    message: string,
  ) {
    super('unauthorized', message);
  }
}

export const refusal = (code: IdentityCode, message: string): DomainError<IdentityCode> =>
  new DomainError(code, message);
