import { DomainError, type SharedCode } from '@florin/kernel';

export type AccountsCode = SharedCode | 'email_exists' | 'active_subscriptions';

export const refusal = (code: AccountsCode, message: string): DomainError<AccountsCode> =>
  new DomainError(code, message);
