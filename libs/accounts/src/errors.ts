import { DomainError, type SharedCode } from '@florin/kernel';

/** Every code this library refuses with. */
export type AccountsCode = SharedCode | 'email_exists' | 'active_subscriptions';

export const refusal = (code: AccountsCode, message: string): DomainError<AccountsCode> =>
  new DomainError(code, message);
