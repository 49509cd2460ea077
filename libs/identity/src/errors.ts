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

export const refusal = (code: IdentityCode, message: string): DomainError<IdentityCode> =>
  new DomainError(code, message);
